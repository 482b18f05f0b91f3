import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifyOfUnhealthy } from './unhealthy.ts'

let context: TestContext
beforeAll(async () => {
  context = await createTestContext()
})
afterAll(() => context.close())

async function addUnit(): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with owner as (insert into users (email, roles, created_at) values (gen_random_uuid() || '@example.com', '{}', now()) returning id)
    insert into ad_units (user_id, kind, name, page_url, size, screen_type, ad_type, disallowed_ratings, impressions, settings, created_at)
    select id, 'app', 'A unit', 'https://blog.example/', '300x250', 'desktop', 'mixed', '{}', 0, '{}', now() from owner
    returning id`.execute(context.db)
  return rows[0]?.id ?? 0
}

async function count(unit: number, bucket: string, kind: string, count: bigint): Promise<void> {
  await context.db
    .insertInto('delivery_counters')
    .values({ bucket: new Date(bucket), unit_id: unit, campaign_id: 1, banner_id: 0, kind, count })
    .execute()
}

async function notificationsOf(unit: number): Promise<string[]> {
  const rows = await context.db
    .selectFrom('notifications')
    .select('event')
    .where('kind', '=', 'unit_unhealthy')
    .orderBy('id')
    .execute()
  return rows.map(row => row.event).filter(event => event.startsWith(`unit ${unit} `))
}

test('tells of units that fell silent and of those that are never seen, and of no others', async () => {
  const [silent, unseen, well, small, fresh] = await Promise.all(Array.from({ length: 5 }, addUnit))
  if (!silent || !unseen || !well || !small || !fresh) throw new Error('there are too few units')
  context.clock.set('2026-03-09T12:00:00Z')
  await count(silent, '2026-03-07T10:00:00Z', 'served', 100n)
  await count(silent, '2026-03-07T10:00:00Z', 'viewable', 90n)
  await count(unseen, '2026-03-09T10:00:00Z', 'served', 100n)
  await count(well, '2026-03-09T10:00:00Z', 'served', 100n)
  await count(well, '2026-03-09T10:00:00Z', 'viewable', 1n)
  await count(small, '2026-03-07T10:00:00Z', 'served', 99n)
  await count(fresh, '2026-03-09T10:00:00Z', 'served', 99n)
  // The job runs twice, like after being killed at its end.
  for (let run = 0; run < 2; run++) await notifyOfUnhealthy(context)
  expect(await notificationsOf(silent)).toEqual([
    `unit ${silent} silent since 2026-03-07T10:00:00.000Z`
  ])
  expect(await notificationsOf(unseen)).toEqual([`unit ${unseen} unseen in 2026-03`])
  for (const unit of [well, small, fresh]) expect(await notificationsOf(unit)).toEqual([])
  // No further notification is sent while the same silence lasts. After new ads, another silence begins.
  context.clock.set('2026-03-10T12:00:00Z')
  await notifyOfUnhealthy(context)
  expect(await notificationsOf(silent)).toHaveLength(1)
  await count(silent, '2026-03-10T10:00:00Z', 'served', 200n)
  context.clock.set('2026-03-12T12:00:00Z')
  await notifyOfUnhealthy(context)
  expect(await notificationsOf(silent)).toHaveLength(2)
})
