import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetViewDays, readNetworkViews, sumViewDays } from './view-days.ts'

let context: TestContext
beforeAll(async () => {
  context = await createTestContext()
})
afterAll(() => context.close())

async function count(bucket: string, kind: string, times: number, unit = 1): Promise<void> {
  await sql`
    insert into delivery_counters (bucket, unit_id, campaign_id, banner_id, kind, count)
    values (${bucket}, ${unit}, 1, 0, ${kind}, ${times})`.execute(context.db)
}

test('sums billable views and rejections of the network by days of UTC', async () => {
  expect(await readNetworkViews(context.db, '2026-03-02')).toEqual({
    countedAt: null,
    today: { billable: 0n, rejected: {} },
    month: { billable: 0n, rejected: {} }
  })
  await count('2026-03-02T00:00:00Z', 'billable', 5)
  await count('2026-03-02T10:00:00Z', 'billable', 2, 2)
  await count('2026-03-02T10:00:00Z', 'rejected_bot', 3)
  await count('2026-03-02T10:00:00Z', 'viewable', 9)
  await count('2026-03-01T23:00:00Z', 'rejected_own', 4)
  await count('2026-02-01T12:00:00Z', 'billable', 6)
  await count('2026-01-31T23:00:00Z', 'billable', 100)
  await sumViewDays(context)
  expect(await readNetworkViews(context.db, '2026-03-02')).toEqual({
    countedAt: context.now(),
    today: { billable: 7n, rejected: { bot: 3n } },
    month: { billable: 13n, rejected: { bot: 3n, own: 4n } }
  })
})

test('sums a day again until the one after it has ended', async () => {
  await count('2026-03-02T11:00:00Z', 'billable', 1)
  context.clock.set('2026-03-03T23:50:00Z')
  await sumViewDays(context)
  expect((await readNetworkViews(context.db, '2026-03-02')).today.billable).toBe(8n)
  await count('2026-03-02T12:00:00Z', 'billable', 1)
  context.clock.set('2026-03-04T00:10:00Z')
  await sumViewDays(context)
  expect((await readNetworkViews(context.db, '2026-03-02')).today.billable).toBe(9n)
  // Nothing should be counted so late, so the day is not summed again.
  await count('2026-03-02T13:00:00Z', 'billable', 1)
  await sumViewDays(context)
  expect((await readNetworkViews(context.db, '2026-03-02')).today.billable).toBe(9n)
})

test('sums a day again after its counters were rebuilt', async () => {
  const [from, to] = [new Date('2026-03-02T00:00:00Z'), new Date('2026-03-03T00:00:00Z')]
  await context.db.transaction().execute(tx => forgetViewDays(tx, from, to))
  await sumViewDays(context)
  expect((await readNetworkViews(context.db, '2026-03-02')).today.billable).toBe(10n)
})

test('two that sum at the same time count everything once', async () => {
  await sql`delete from view_days`.execute(context.db)
  await Promise.all([1, 2, 3].map(() => sumViewDays(context)))
  expect((await readNetworkViews(context.db, '2026-03-04')).month).toEqual({
    billable: 10n,
    rejected: { bot: 3n, own: 4n }
  })
})
