import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { sql } from 'kysely'
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
import { addCampaign, addUnit } from '../testing/network.ts'
import { closeCounting } from './close-windows.ts'
import { sumCounters } from './counter-sums.ts'
import {
  placeSumChecks,
  readPlacesSummedUntil,
  sumPlacesAgain,
  sumPlacesUntil
} from './place-sums.ts'
import { rebuildCounters } from './rebuild-counters.ts'

const first = '2026-03-02'
const span = { from: new Date(first), to: new Date('2026-03-03') }

let context: TestContext
let appender: TestAppender
let unit: { id: number; owner: number }
let other: { id: number; owner: number }
let campaign: { id: number; owner: number }
beforeAll(async () => {
  context = await createTestContext()
  appender = createTestAppender(context)
  unit = await addUnit(context.db)
  other = await addUnit(context.db)
  const { id } = await addCampaign(context.db)
  const { rows } = await sql<{ owner: number }>`
    select user_id as owner from campaigns where id = ${id}`.execute(context.db)
  campaign = { id, owner: rows[0]?.owner ?? 0 }
})
beforeEach(() => clearCounts(context.db))
afterAll(async () => {
  await appender.stop()
  await context.close()
})

async function see(
  of: 'campaign' | 'unit',
  id: number,
  [day, country, views]: [string, string, number]
): Promise<void> {
  await sql`
    insert into ${sql.table(`${of}_day_places`)} (${sql.ref(`${of}_id`)}, day, country, device, viewable, billable, clicked)
    values (${id}, ${day}, ${country}, 'phone', ${views}, ${views}, 1)`.execute(context.db)
}

/** Returns one line of text for each row of `account_day_places`. */
async function readSums(): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', side, user_id, to_char(day, 'MM-DD'), country, viewable, clicked) as text from account_day_places
    order by 1 limit 100`.execute(context.db)
  return rows.map(it => it.text)
}

const expectSame = async () =>
  expect(await verdictOf(context.db, placeSumChecks)).toEqual({ ok: true })

test('adds up days for their accounts, with few views of an ad unit under other countries', async () => {
  await see('unit', unit.id, [first, 'IS', 4])
  await see('unit', other.id, [first, 'IS', 3])
  await see('unit', unit.id, [first, 'DE', 5])
  await see('unit', unit.id, [first, 'ZZ', 1])
  await see('unit', other.id, [first, 'DE', 6])
  // No account has this ad unit, so its views count only for the whole network.
  await see('unit', 0, [first, 'DE', 7])
  await see('campaign', campaign.id, [first, 'IS', 7])
  await see('campaign', campaign.id, [first, 'DE', 4])
  await see('unit', unit.id, ['2026-03-07', 'DE', 9])
  await see('unit', unit.id, ['2026-03-08', 'DE', 10])
  await Promise.all([1, 2, 3].map(() => sumPlacesUntil(context.db, '2026-03-08')))
  expect(await readPlacesSummedUntil(context.db)).toBe('2026-03-08')
  const expected = [
    `advertiser ${campaign.owner} 03-02 IS 7 1`,
    `advertiser ${campaign.owner} 03-02 other 4 1`,
    'network 0 03-02 DE 18 3',
    'network 0 03-02 ZZ 1 1',
    'network 0 03-02 other 7 2',
    'network 0 03-07 DE 9 1',
    `publisher ${other.owner} 03-02 DE 6 1`,
    `publisher ${other.owner} 03-02 other 3 1`,
    `publisher ${unit.owner} 03-02 DE 5 1`,
    `publisher ${unit.owner} 03-02 ZZ 1 1`,
    `publisher ${unit.owner} 03-02 other 4 1`,
    `publisher ${unit.owner} 03-07 DE 9 1`
  ]
  expect(await readSums()).toEqual(expected.sort())
  await expectSame()
  await sumPlacesUntil(context.db, '2026-03-05')
  expect(await readPlacesSummedUntil(context.db)).toBe('2026-03-08')
})

test('the check finds sums of days that are not over, and days that are not those of their rows', async () => {
  await see('unit', unit.id, [first, 'DE', 5])
  await sumPlacesUntil(context.db, '2026-03-03')
  await expectSame()
  const edits = [
    sql`update account_day_places set billable = 4 where side = 'network'`,
    sql`update account_day_places set country = 'AT' where side = 'publisher'`,
    sql`delete from account_day_places where side = 'network'`,
    sql`insert into account_day_places (side, user_id, day, country, device, viewable, billable, clicked)
      values ('network', 0, '2026-03-03', 'DE', 'phone', 0, 0, 0)`
  ]
  for (const edit of edits) {
    await edit.execute(context.db)
    expect(await verdictOf(context.db, placeSumChecks)).toMatchObject({
      problem: expect.stringMatching(/^the countries of .+ on 2026-03-0[23] are not those of its/)
    })
    await sql`delete from account_day_places where day > ${first}`.execute(context.db)
    await context.db.transaction().execute(tx => sumPlacesAgain(tx, span))
    await expectSame()
  }
})

test('a day is added up once all of it is in its rows, and again by a rebuild', async () => {
  const { db, clock } = context
  clock.set(`${first}T10:00:00Z`)
  await reportViews(6)
  await countAll(context)
  clock.set('2026-03-03T00:10:00Z')
  await sumCounters(context)
  expect(await readSums()).toEqual([])

  // Rebuilds the counters before the day is added up.
  await sql`update unit_day_places set viewable = 99`.execute(db)
  expect(await rebuildCounters(context, span.from, span.to)).toMatchObject({ ok: true })
  expect(await readSums()).toEqual([])
  await closeCounting(context, span.to)
  // Simulates a process that stopped before it added the last half minute of views to the rows.
  await sql`
    update counter_partitions counted set places_until = (
      select min(before) from event_log_verdicts verdicts where verdicts.partition = counted.partition)`.execute(
    db
  )
  await sumCounters(context)
  expect(await readPlacesSummedUntil(db)).toBe(first)
  expect(await readSums()).toEqual([])
  await sql`update counter_partitions set places_until = position`.execute(db)
  await sumCounters(context)
  expect(await readPlacesSummedUntil(db)).toBe('2026-03-03')
  const summed = [
    `advertiser ${campaign.owner} 03-02 ZZ 6 0`,
    'network 0 03-02 ZZ 6 0',
    `publisher ${unit.owner} 03-02 ZZ 6 0`
  ]
  expect(await readSums()).toEqual(summed)

  // Rebuilds the counters of a day that is already added up.
  await sql`update unit_day_places set viewable = 99`.execute(db)
  await sql`update account_day_places set viewable = 99`.execute(db)
  expect(await rebuildCounters(context, span.from, new Date('2026-03-04'))).toMatchObject({
    ok: true
  })
  expect(await readSums()).toEqual(summed)
  await expectSame()
})

async function reportViews(count: number): Promise<void> {
  const issuedAtMs = context.now().getTime() - 1000
  for (let nth = 0; nth < count; nth++) {
    // Gives all visitors the same first byte, so that their views are in one partition.
    const visitor = Buffer.alloc(8, nth).fill(0, 0, 1)
    await appender.count(
      viewable(makeDecided({ unit: unit.id, campaign: campaign.id, issuedAtMs, visitor }))
    )
  }
}

test('a day that is replaced while it is added up is in the sums as it is afterwards', async () => {
  const { db } = context
  await see('unit', unit.id, [first, 'DE', 5])
  const held = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const replaced = db.transaction().execute(async tx => {
    await sql`update unit_day_places set viewable = 8`.execute(tx)
    await sumPlacesAgain(tx, span)
    locked.resolve()
    await held.promise
  })
  await locked.promise
  const summed = sumPlacesUntil(db, '2026-03-03')
  const waiting = sql<{ found: boolean }>`
    select exists (
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%place_sums_until%') as found`
  await expect.poll(async () => (await waiting.execute(db)).rows[0]?.found).toBe(true)
  held.resolve()
  await Promise.all([replaced, summed])
  expect(await readSums()).toEqual([
    'network 0 03-02 DE 8 1',
    `publisher ${unit.owner} 03-02 DE 8 1`
  ])
})
