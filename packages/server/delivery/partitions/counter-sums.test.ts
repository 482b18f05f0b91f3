import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { verdictOf } from '../../ledger/index.ts'
import {
  clearCounts,
  countAll,
  createTestAppender,
  makeDecided,
  type TestAppender,
  viewable
} from '../testing/counting.ts'
import { closeCounting } from './close-windows.ts'
import {
  readSummedUntil,
  sumAgain,
  sumChecks,
  sumCounters,
  sumCountersUntil
} from './counter-sums.ts'

let context: TestContext
let appender: TestAppender
beforeAll(async () => {
  context = await createTestContext()
  appender = createTestAppender(context)
})
beforeEach(() => clearCounts(context.db))
afterAll(async () => {
  await appender.stop()
  await context.close()
})

const at = (time: string) => new Date(`2026-03-02T${time}Z`)

async function count(
  time: string,
  kind: string,
  times: number,
  { unit = 1, campaign = 1, banner = 0 } = {}
): Promise<void> {
  await sql`
    insert into delivery_counters (bucket, unit_id, campaign_id, banner_id, kind, count)
    values (${at(time)}, ${unit}, ${campaign}, ${banner}, ${kind}, ${times})`.execute(context.db)
}

async function readSums() {
  const { rows: campaigns } = await sql`
    select bucket, campaign_id, banner_id, served, viewable, rejected from campaign_sums where not is_day
    order by bucket, campaign_id, banner_id`.execute(context.db)
  const { rows: units } = await sql`
    select bucket, unit_id, served, viewable, rejected from unit_sums where not is_day
    order by bucket, unit_id`.execute(context.db)
  return {
    campaigns: campaigns.map(it => Object.values(it as object)),
    units: units.map(it => Object.values(it as object))
  }
}

test('adds up the hours that are over, by campaign and banner and by ad unit', async () => {
  await count('10:00:00', 'served', 5)
  await count('10:00:00', 'served', 7, { unit: 2, banner: 3 })
  await count('10:00:00', 'rejected_bot', 2)
  await count('10:00:00', 'rejected_rate', 3)
  await count('10:00:00', 'covered', 4)
  // Counters of a campaign whose terms changed within the hour.
  await count('10:20:00', 'served', 1)
  await count('13:00:00', 'viewable', 6)
  await count('14:00:00', 'viewable', 9)
  await sumCountersUntil(context.db, at('14:59:59'))
  expect(await readSummedUntil(context.db)).toEqual(at('14:00:00'))
  expect(await readSums()).toEqual({
    campaigns: [
      [at('10:00:00'), 1, 0, 5n, 0n, 5n],
      [at('10:00:00'), 1, 3, 7n, 0n, 0n],
      [at('10:20:00'), 1, 0, 1n, 0n, 0n],
      [at('13:00:00'), 1, 0, 0n, 6n, 0n]
    ],
    units: [
      [at('10:00:00'), 1, 5n, 0n, 5n],
      [at('10:00:00'), 2, 7n, 0n, 0n],
      [at('10:20:00'), 1, 1n, 0n, 0n],
      [at('13:00:00'), 1, 0n, 6n, 0n]
    ]
  })
  expect(await verdictOf(context.db, sumChecks)).toEqual({ ok: true })
  await sumCountersUntil(context.db, at('12:00:00'))
  expect(await readSummedUntil(context.db)).toEqual(at('14:00:00'))
})

test('adds up each day of UTC when its last hour is over', async () => {
  const advertiser = await addCampaignOfSomeone()
  await count('10:00:00', 'served', 5, advertiser)
  await count('10:00:00', 'served', 2, { ...advertiser, unit: 2 })
  await count('23:00:00', 'served', 7, advertiser)
  await sumCountersUntil(context.db, at('23:30:00'))
  expect(await readDays('unit_sums', 'unit_id')).toEqual([])
  await sumCountersUntil(context.db, new Date('2026-03-03T00:00:00Z'))
  const day = at('00:00:00')
  expect(await readDays('unit_sums', 'unit_id')).toEqual([
    [day, 1, 12n],
    [day, 2, 2n]
  ])
  expect(await readDays('campaign_sums', 'campaign_id')).toEqual([[day, advertiser.campaign, 14n]])
  const { rows } = await sql<{ unit_id: number; served: bigint }>`
    select unit_id, served from advertiser_unit_sums where is_day and user_id = ${advertiser.user}
    union all select unit_id, served from campaign_unit_sums where campaign_id = ${advertiser.campaign}
    order by unit_id`.execute(context.db)
  expect(rows.map(it => [it.unit_id, it.served])).toEqual([
    [1, 12n],
    [1, 12n],
    [2, 2n],
    [2, 2n]
  ])
  const readAccounts = async () => {
    const { rows } = await sql<{ side: string; user_id: number; is_day: boolean; served: bigint }>`
      select side, user_id, is_day, sum(served) as served from account_sums group by 1, 2, 3 order by 1, 3`.execute(
      context.db
    )
    return rows.map(it => Object.values(it))
  }
  // The ad units have no owner, so there is no row for a publisher.
  expect(await readAccounts()).toEqual([
    ['advertiser', advertiser.user, false, 14n],
    ['advertiser', advertiser.user, true, 14n],
    ['network', 0, false, 14n],
    ['network', 0, true, 14n]
  ])
  expect(await verdictOf(context.db, sumChecks)).toEqual({ ok: true })

  await context.db.transaction().execute(async tx => {
    await sql`update delivery_counters set count = 9 where unit_id = 2`.execute(tx)
    await sumAgain(tx, at('10:00:00'), at('11:00:00'))
  })
  expect(await readDays('unit_sums', 'unit_id')).toEqual([
    [day, 1, 12n],
    [day, 2, 9n]
  ])
  expect((await readAccounts()).map(it => it[3])).toEqual([21n, 21n, 21n, 21n])
  expect(await verdictOf(context.db, sumChecks)).toEqual({ ok: true })
  for (const table of ['campaign_sums', 'unit_sums', 'advertiser_unit_sums', 'account_sums'])
    for (const isDay of [true, false])
      await expectFound(
        sql`update ${sql.table(table)} set served = served + 1 where is_day = ${isDay}`
      )
  await expectFound(sql`delete from campaign_unit_sums where unit_id = 2`)
  await expectFound(sql`update campaign_language_sums set served = served + 1`)
})

async function readDays(table: string, id: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select bucket, ${sql.ref(id)}, sum(served)::bigint from ${sql.table(table)} where is_day group by 1, 2 order by 1, 2`.execute(
    context.db
  )
  return rows.map(it => Object.values(it))
}

async function addCampaignOfSomeone() {
  const { rows } = await sql<{ user: number; campaign: number }>`
    with owner as (insert into users (email, created_at) values ('someone@mille.test', now()) returning id)
    insert into campaigns (user_id, state, currency, asset, created_at)
    select id, 'active', 'usd', 'USD', now() from owner returning user_id as "user", id as campaign`.execute(
    context.db
  )
  return rows[0] ?? { user: 0, campaign: 0 }
}

/** Expects that the check of the books finds an edit, until the day is added up again. */
async function expectFound(edit: RawBuilder<unknown>): Promise<void> {
  await edit.execute(context.db)
  expect(await verdictOf(context.db, sumChecks)).toMatchObject({
    problem: expect.stringContaining('are not those of its counters')
  })
  await context.db
    .transaction()
    .execute(tx => sumAgain(tx, at('00:00:00'), new Date('2026-03-03T00:00:00Z')))
}

test('two that add up at the same time add everything once', async () => {
  for (const hour of ['10', '11', '12', '13']) await count(`${hour}:00:00`, 'served', 5)
  await Promise.all([1, 2, 3].map(() => sumCountersUntil(context.db, at('14:00:00'))))
  expect((await readSums()).units.map(it => it[2])).toEqual([5n, 5n, 5n, 5n])
})

test('waits for every partition, and what is reported late counts for a later hour', async () => {
  context.clock.set(at('10:30:00'))
  const decided = makeDecided({ issuedAtMs: at('10:29:00').getTime() })
  await appender.count(viewable(decided))
  await appender.flush()
  await countAll(context)
  // The other partitions have not reached that time yet, so the hour is not added up.
  await sumCounters(context)
  expect((await readSums()).units).toEqual([])
  context.clock.set(at('10:59:00'))
  await appender.count(viewable(makeDecided({ issuedAtMs: at('10:29:00').getTime() })))
  await appender.flush()
  context.clock.set(at('11:05:00'))
  await closeCounting(context, at('11:00:00'), 0)
  await sumCounters(context)
  expect((await readSums()).units).toEqual([])
  await countAll(context)
  await sumCounters(context)
  expect((await readSums()).units).toEqual([[at('10:00:00'), 1, 0n, 2n, 0n]])

  await appender.count(viewable(makeDecided({ issuedAtMs: at('10:29:00').getTime() })))
  await appender.flush()
  await countAll(context)
  expect(await verdictOf(context.db, sumChecks)).toEqual({ ok: true })
  context.clock.set(at('12:00:01'))
  await closeCounting(context, at('12:00:00'))
  await sumCounters(context)
  expect((await readSums()).units).toEqual([
    [at('10:00:00'), 1, 0n, 2n, 0n],
    [at('11:00:00'), 1, 0n, 1n, 0n]
  ])
})

test('what is rebuilt while it is added up is in the sums, whichever comes first', async () => {
  const { db } = context
  await count('10:00:00', 'served', 5)
  const rebuild = (hold: Promise<unknown>, times: number) =>
    db.transaction().execute(async tx => {
      await sql`update delivery_counters set count = ${times}`.execute(tx)
      await sumAgain(tx, at('10:00:00'), at('11:00:00'))
      await hold
    })
  const first = Promise.withResolvers<void>()
  const rebuilt = rebuild(first.promise, 6)
  await isWaiting('idle in transaction', 'counter_sums_until')
  const summed = sumCountersUntil(db, at('11:00:00'))
  await isWaiting('active', 'counter_sums_until')
  first.resolve()
  await Promise.all([rebuilt, summed])
  expect((await readSums()).units).toEqual([[at('10:00:00'), 1, 6n, 0n, 0n]])

  await count('11:00:00', 'served', 1)
  const second = Promise.withResolvers<void>()
  const lock = db.transaction().execute(async tx => {
    await sql`lock table unit_sums in share mode`.execute(tx)
    await second.promise
  })
  await isWaiting('idle in transaction', 'lock table unit_sums')
  const next = sumCountersUntil(db, at('12:00:00'))
  await isWaiting('active', 'unit_sums')
  const again = db.transaction().execute(async tx => {
    await sql`update delivery_counters set count = 8`.execute(tx)
    await sumAgain(tx, at('10:00:00'), at('12:00:00'))
  })
  await isWaiting('active', 'counter_sums_until')
  second.resolve()
  await Promise.all([lock, next, again])
  expect((await readSums()).units.map(it => it[2])).toEqual([8n, 8n])
  expect(await verdictOf(context.db, sumChecks)).toEqual({ ok: true })
})

/** Waits until another connection is in a state with a statement about the table. */
async function isWaiting(state: string, statement: string): Promise<void> {
  const waiting = sql<{ found: boolean }>`
    select exists (
      select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state = ${state}
        and (state <> 'active' or wait_event_type = 'Lock') and query like ${`%${statement}%`}) as found`
  await expect.poll(async () => (await waiting.execute(context.db)).rows[0]?.found).toBe(true)
}

test('a sum that is not what was counted is found', async () => {
  await count('10:00:00', 'served', 5)
  await sumCountersUntil(context.db, at('11:00:00'))
  await sql`update delivery_counters set count = 6`.execute(context.db)
  expect(await verdictOf(context.db, sumChecks)).toMatchObject({
    problem: 'the sums of campaign 1 on 2026-03-02 are not those of its counters'
  })
  await sql`update campaign_sums set served = 6`.execute(context.db)
  expect(await verdictOf(context.db, sumChecks)).toMatchObject({
    problem: 'the sums of unit 1 on 2026-03-02 are not those of its counters'
  })
  await sql`delete from delivery_counters`.execute(context.db)
  await sql`delete from unit_sums`.execute(context.db)
  expect(await verdictOf(context.db, sumChecks)).toMatchObject({
    problem: expect.stringContaining('campaign 1')
  })
})
