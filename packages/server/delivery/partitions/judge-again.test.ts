import { hourMs } from '@mille/api/durations.ts'
import { createRandom } from '@mille/testing/random.ts'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayAfter, dayOf } from '../days.ts'
import { setUnitExcluded } from '../invalid-traffic/exclusions.ts'
import {
  clearCounts,
  countAll,
  createTestAppender,
  makeDecided,
  readSums,
  type TestAppender,
  viewable
} from '../testing/counting.ts'
import { addUnit } from '../testing/network.ts'
import { createHmacSha256 } from '../visitors/hmac.ts'
import type { Decided } from '../visitors/token.ts'
import type { VisitorName } from '../visitors/visitor.ts'
import { relayDecisions } from './relay-rules.ts'
import { findWrongCount } from './verify-counts.ts'

const seed = Number(process.env.MILLE_SEED ?? Math.floor(Math.random() * 2 ** 31))
const random = createRandom(seed)
const firstDay = '2026-03-02'
const visitors = 12

let context: TestContext
let appender: TestAppender
let unit: number
let userId: number
beforeAll(async () => {
  process.stdout.write(`MILLE_SEED=${seed}\n`)
  context = await createTestContext()
  const added = await addUnit(context.db)
  unit = added.id
  userId = added.owner
})
beforeEach(async () => {
  await clearCounts(context.db)
  await sql`delete from visitor_keys`.execute(context.db)
  await sql`delete from excluded_units`.execute(context.db)
  await sql`delete from counting_rules`.execute(context.db)
  // A new appender has the keys of this test's days.
  appender = createTestAppender(context)
})
afterEach(() => appender.stop())
afterAll(() => context.close())

/** Returns a visitor's names as nodes know them: of today, of yesterday, and near midnight of the adjacent day. */
function namesOf(who: number, at: Date): VisitorName[] {
  const nameOn = (day: string) =>
    createHmacSha256(Buffer.from(day))(`${who}`).fill(who, 0, 1).subarray(0, 8)
  const near = [-10_000, 10_000].map(ms => dayOf(new Date(at.getTime() + ms)))
  const days = new Set([dayAfter(dayOf(at), -1), dayOf(at), ...near])
  return [...days].map(day => ({ day, visitor: nameOn(day), isKept: near.includes(day) }))
}

/**
 * Sends many random reports. Visitors, units and campaigns are few, so that copies, second views and views after 24
 * hours are common.
 */
async function storm(count: number, decided: Decided[]): Promise<void> {
  const at = context.now()
  await Promise.all(
    Array.from({ length: count }, () => {
      const who = random.below(visitors)
      const names = namesOf(who, at)
      const fresh = makeDecided({
        unit: random.chance(0.3) ? unit : unit + 1,
        campaign: 1 + random.below(3),
        issuedAtMs: at.getTime() - 1000,
        visitor: names.find(it => it.day === dayOf(at))?.visitor ?? Buffer.alloc(8)
      })
      const one = random.chance(0.2) && decided.length > 0 ? random.pick(decided) : fresh
      decided.push(one)
      const kind = random.pick(['rendered', 'viewable', 'viewable', 'clicked'] as const)
      if (kind !== 'viewable') return appender.count({ kind, decided: one }, one.visitor)
      const isOwn = names.some(it => it.visitor.equals(one.visitor))
      return appender.count(viewable(one, isOwn ? names : undefined), one.visitor)
    })
  )
}

/**
 * Simulates hours of reports with exclusions in between. Each time another process counts, starting from what the
 * previous one stored.
 */
async function live(hours: number): Promise<void> {
  const decided: Decided[] = []
  const until = context.now().getTime() + hours * hourMs
  while (context.now().getTime() < until) {
    await storm(25, decided)
    decided.splice(0, decided.length - 40)
    await countAll(context)
    // The first exclusion always takes place, so that with any seed some views are of an excluded unit.
    const isFirst = decided.length <= 25
    if (isFirst || random.chance(0.5)) {
      const isExcluded = isFirst || random.chance(0.5)
      await context.db
        .transaction()
        .execute(tx => setUnitExcluded(tx, unit, { isExcluded, userId, at: context.now() }))
      await relayDecisions(context)
      // As within a second. Otherwise the next day's keys come while these are not counted, and earlier keys are kept.
      await countAll(context)
    }
    context.clock.advance(2 * hourMs + random.below(10 * 60_000))
  }
  await countAll(context)
}

/** Returns the stored verdicts of each partition, whichever process committed them and in whatever groups. */
async function storedVerdicts(): Promise<string[]> {
  const { rows } = await sql<{ partition: number; verdicts: string }>`
    select partition, string_agg(encode(verdicts, 'hex'), '' order by position) as verdicts
    from event_log_verdicts group by partition order by partition limit 100`.execute(context.db)
  return rows.map(it => `${it.partition} ${it.verdicts}`)
}

/** Resets the database as if nothing in the log had been counted. */
async function forgetCounts(): Promise<void> {
  await sql`
    truncate delivery_counters, campaign_day_places, unit_day_places, campaign_day_systems, unit_day_systems, campaign_day_creatives,
      unit_day_creatives, event_log_verdicts, event_log_starts`.execute(context.db)
  await sql`
    update counter_partitions set position = 0, places_until = 0, at = '1970-01-01 00:00:00+00', rules = '', owner = null, leased_until = null`.execute(
    context.db
  )
}

test('a log that is counted again by another owner gives the same verdicts, byte for byte', async () => {
  context.clock.set(`${firstDay}T09:00:00Z`)
  await live(28)
  const stored = await storedVerdicts()
  const sums = await readSums(context.db)
  expect(Object.keys(sums)).toEqual(
    expect.arrayContaining(['billable', 'rejected_excluded', 'rejected_seen_today'])
  )
  for (let again = 0; again < 2; again++) {
    await forgetCounts()
    await countAll(context)
    expect(await storedVerdicts()).toEqual(stored)
    expect(await readSums(context.db)).toEqual(sums)
  }
  expect(await findWrongCount(context)).toBe(null)
})

/** Reports two views of ads of one campaign by a new visitor at the same moment. */
async function seeTwice(): Promise<void> {
  context.clock.advance(1000)
  const at = context.now()
  const names = namesOf(visitors, at)
  const visitor = names.find(it => it.day === dayOf(at))?.visitor ?? Buffer.alloc(8)
  const see = () =>
    appender.count(
      viewable(makeDecided({ unit: unit + 1, visitor, issuedAtMs: at.getTime() - 1000 }), names)
    )
  await Promise.all([see(), see()])
  await countAll(context)
}

/** Swaps two verdicts on views of the same unit, campaign and hour, which changes no sum. */
const exchanged = sql`
  with mine as (
    select partition, position, at, position('\x02'::bytea in verdicts) as paid, position('\x1e'::bytea in verdicts) as seen
    from event_log_verdicts
  ), chosen as (
    select * from mine where paid > 0 and seen > 0 order by at desc limit 1
  )
  update event_log_verdicts stored
  set verdicts = overlay(overlay(stored.verdicts placing '\x1e' from paid) placing '\x02' from seen)
  from chosen where stored.partition = chosen.partition and stored.position = chosen.position`

test('finds a verdict that judging again would not give, also when all sums agree with it', async () => {
  context.clock.set(`${firstDay}T09:00:00Z`)
  await seeTwice()
  expect(await readSums(context.db)).toMatchObject({ billable: 1n, rejected_seen_today: 1n })
  expect(await findWrongCount(context)).toBe(null)
  const { numAffectedRows } = await exchanged.execute(context.db)
  expect(numAffectedRows).toBe(1n)
  expect(await findWrongCount(context)).toMatch(
    /record 0: counted as seen_today, and judged again it is billable$/
  )
})

test('days later, with earlier keys destroyed and earlier rules in force, it finds the same', async () => {
  context.clock.set(`${firstDay}T09:00:00Z`)
  for (let day = 0; day < 2; day++) {
    await live(20)
    expect(await findWrongCount(context)).toBe(null)
  }
  await storm(200, [])
  const keys = await context.db.selectFrom('visitor_keys').select('day').orderBy('day').execute()
  expect(keys[0]?.day).toBe(dayAfter(dayOf(context.now()), -1))
  await seeTwice()
  expect(await findWrongCount(context)).toBe(null)
  await exchanged.execute(context.db)
  expect(await findWrongCount(context)).toMatch(/judged again it is/)
})
