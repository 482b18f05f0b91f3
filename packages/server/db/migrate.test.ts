import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createTestDatabase } from '@mille/testing/test-database.ts'
import { expect, onTestFinished, test } from 'vitest'
import { StartError } from '../start-error.ts'
import { migrate } from './migrate.ts'

test('a database from before the first release is refused, and stays as it is', async () => {
  const { pool, close } = await createTestDatabase(2, 'template0')
  onTestFinished(close)
  await pool.query(`
    create table migrations (name text primary key, hash text not null, ran_at timestamptz not null default now());
    insert into migrations (name, hash) values ('0001-accounts.sql', 'x'), ('0002-ledger.sql', 'x')`)
  const failed = await migrate(pool).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(StartError)
  expect(failed).toMatchObject({
    message:
      'The database was made before the first release, which cannot read it: set DATABASE_URL to an empty database, or DATA_DIR to a new folder'
  })
  const { rows } = await pool.query("select relname from pg_class where relname = 'users'")
  expect(rows).toEqual([])
})

test('an empty database begins with the baseline, and is up to date then', async () => {
  const { pool, close } = await createTestDatabase(2, 'template0')
  onTestFinished(close)
  expect((await migrate(pool))[0]).toBe('0001-baseline.sql')
  expect(await migrate(pool)).toEqual([])
})

test('the own text of an ad unit becomes its house ad', async () => {
  const { pool, close } = await createTestDatabase(2, 'template0')
  onTestFinished(close)
  const files = readdirSync(join(import.meta.dirname, 'migrations'))
  await migrate(pool, new Set(files.filter(it => it < '0023')))
  await pool.query(`
    insert into users (email, roles, created_at) values ('publisher@example.com', '{}', now());
    insert into ad_units (user_id, kind, name, page_url, size, screen_type, ad_type, disallowed_ratings, impressions, settings,
      created_at, fallback, fallback_text, fallback_link)
    select 1, 'app', 'A unit', 'https://blog.example/', '300x250', 'desktop', 'mixed', '{}', 0, '{}', now(), fallback, text, link
    from (values ('collapse', null, null), ('own', 'Our shop', 'https://blog.example/shop')) as units (fallback, text, link)`)
  expect(await migrate(pool)).toContain('0023-house-ads.sql')
  const read = async (text: string) => (await pool.query(text)).rows
  expect(
    await read('select unit_id, text, link, weight, starts_at, ends_at from house_ads')
  ).toEqual([
    {
      unit_id: 2,
      text: 'Our shop',
      link: 'https://blog.example/shop',
      weight: 10,
      starts_at: null,
      ends_at: null
    }
  ])
  expect(await read('select fallback from ad_units order by id')).toEqual([
    { fallback: 'collapse' },
    { fallback: 'invitation' }
  ])
})

test('each campaign gets one variant, which has all versions of its creative', async () => {
  const { pool, close } = await createTestDatabase(2, 'template0')
  onTestFinished(close)
  const files = readdirSync(join(import.meta.dirname, 'migrations'))
  await migrate(pool, new Set(files.filter(it => it < '0035')))
  await pool.query(`
    insert into users (email, roles, created_at) values ('advertiser@example.com', '{}', now());
    insert into campaigns (user_id, state, currency, asset, created_at)
    select 1, 'active', 'btc', 'BTC', day from (values (date '2026-01-01'), (date '2026-02-01')) as days (day);
    insert into creatives (campaign_id, state, language, link_text, creative_link, creative_text, banners_only, created_at)
    select campaign, state, 'en', 'Headline ' || campaign, 'https://a.example/', 'Text', false, now()
    from (values (2, 'live'), (1, 'superseded'), (1, 'live'), (1, 'pending')) as versions (campaign, state)`)
  expect(await migrate(pool)).toContain('0035-variants.sql')
  const read = async (text: string) => (await pool.query(text)).rows
  expect(
    await read(`
      select campaign_id, variants.name, weight, variants.created_at = campaigns.created_at as "isAsOld", removed_at, variant_choice,
        array(select creatives.id from creatives where variant_id = variants.id order by id) as creatives
      from variants join campaigns on campaigns.id = campaign_id order by campaign_id`)
  ).toEqual(
    [[2, 3, 4], [1]].map((creatives, index) => ({
      campaign_id: index + 1,
      ...{ name: 'A', weight: 1, isAsOld: true, removed_at: null, variant_choice: 'weights' },
      creatives
    }))
  )
  expect(await read('select title from campaign_titles order by id')).toEqual([
    { title: 'Headline 1' },
    { title: 'Headline 2' }
  ])
  await expect(
    pool.query(`
      insert into creatives (campaign_id, variant_id, state, language, link_text, creative_link, creative_text, banners_only, created_at)
      values (1, 2, 'superseded', 'en', '', '', '', false, now())`)
  ).rejects.toThrow('creatives_campaign_id_variant_id_fkey')
})
