import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createRequestLimit, readBrowser } from '../delivery/index.ts'
import { createPartnerClicks, partnerOfClick } from './clicks.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const follow = { accept: 'text/html,*/*;q=0.8', 'user-agent': firefox }

let context: TestContext
let partner: number
beforeAll(async () => {
  context = await createTestContext()
})
afterAll(() => context.close())
beforeEach(async () => {
  await sql`delete from affiliate_click_days`.execute(context.db)
  const { rows } = await sql<{ id: number }>`
    insert into users (account_code_hash, created_at) values (${context.randomBytes(32)}, ${context.now()})
    returning id`.execute(context.db)
  partner = rows[0]?.id ?? 0
})

function counter(perMinute = 1_000) {
  const isWithinLimit = createRequestLimit(7, perMinute)
  const isBot = (userAgent: string) => readBrowser(userAgent).isDeclaredBot
  const clicks = createPartnerClicks(context, { isBot, isWithinLimit })
  return (path: string, headers: Record<string, string> = follow, address = '192.0.2.7') =>
    clicks.count(new Request(`https://mille.test${path}`, { headers }), address)
}

const rows = async () =>
  (
    await sql<{ user_id: number; day: string; clicks: bigint }>`
      select user_id, day::text, clicks from affiliate_click_days order by user_id, day`.execute(
      context.db
    )
  ).rows

test('adds up the clicks on a partner’s links by UTC day, also those at the same time', async () => {
  const count = counter()
  context.clock.set('2026-03-02T23:59:59Z')
  await Promise.all(
    Array.from({ length: 20 }, (_, at) => count(`/publishers/?partner=${partner}`, follow, `${at}`))
  )
  context.clock.set('2026-03-03T00:00:00Z')
  await count(`/campaigns/new/?source_id=1&source_type=ad_unit&partner=${partner}`)
  expect(await rows()).toEqual([
    { user_id: partner, day: '2026-03-02', clicks: 20n },
    { user_id: partner, day: '2026-03-03', clicks: 1n }
  ])
})

test('counts no crawlers and no programs', async () => {
  const count = counter()
  const agents = ['', 'curl/8.5.0', 'Mozilla/5.0 (compatible; Googlebot/2.1)', 'Twitterbot/1.0']
  for (const agent of agents)
    await count(`/?partner=${partner}`, { ...follow, 'user-agent': agent })
  expect(await rows()).toEqual([])
})

test('counts only links that a person follows from outside', () => {
  const of = (headers: Record<string, string>, method = 'GET', search = '?partner=7') =>
    partnerOfClick(new Request(`https://mille.test/${search}`, { method, headers }))
  expect(of(follow)).toBe(7)
  const fetched = { ...follow, 'sec-fetch-dest': 'document' }
  for (const site of ['none', 'cross-site', 'same-site'])
    expect(of({ ...fetched, 'sec-fetch-site': site })).toBe(7)
  expect(of({ ...fetched, 'sec-fetch-site': 'same-origin' })).toBeNull()
  for (const dest of ['iframe', 'empty', 'script', 'image'])
    expect(of({ ...follow, 'sec-fetch-dest': dest })).toBeNull()
  expect(of({ ...follow, 'sec-purpose': 'prefetch' })).toBeNull()
  expect(of({ ...follow, purpose: 'prefetch' })).toBeNull()
  expect(of({ ...follow, accept: '*/*' })).toBeNull()
  expect(of(follow, 'POST')).toBeNull()
  expect(of(follow, 'HEAD')).toBeNull()
  for (const wrong of ['', '0', '-1', '07', '1e3', '9999999999', 'x', '1%00'])
    expect(of(follow, 'GET', `?partner=${wrong}`)).toBeNull()
  expect(of(follow, 'GET', '')).toBeNull()
})

test('a stranger adds no rows for accounts that do not exist, and few clicks from one address', async () => {
  const count = counter(3)
  for (let id = 1; id <= 3; id++) await count(`/?partner=${900_000 + id}`)
  expect(await rows()).toEqual([])
  // The three requests above used up what one address may send in this minute.
  await count(`/?partner=${partner}`)
  expect(await rows()).toEqual([])
  context.clock.advance(60_000)
  for (let time = 0; time < 9; time++) await count(`/?partner=${partner}`)
  expect(await rows()).toMatchObject([{ user_id: partner, clicks: 3n }])
})

test('a deleted account has no clicks', async () => {
  await sql`update users set deleted_at = ${context.now()} where id = ${partner}`.execute(
    context.db
  )
  await counter()(`/?partner=${partner}`)
  expect(await rows()).toEqual([])
})

test('the table has nothing about a visitor', async () => {
  const { rows: columns } = await sql<{ name: string }>`
    select attname::text as name from pg_attribute
    where attrelid = 'affiliate_click_days'::regclass and attnum > 0 order by attnum`.execute(
    context.db
  )
  expect(columns.map(it => it.name)).toEqual(['user_id', 'day', 'clicks'])
})
