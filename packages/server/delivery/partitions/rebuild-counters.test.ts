import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verdictOf } from '../../ledger/index.ts'
import { openEventLog } from '../event-log/open-event-log.ts'
import {
  clearCounts,
  countAll,
  createTestAppender,
  makeDecided,
  readSums,
  type TestAppender,
  viewable
} from '../testing/counting.ts'
import { readEvents } from '../testing/events.ts'
import type { Decided } from '../visitors/token.ts'
import { bucketOf, type CountedEvent } from '../what-counts.ts'
import { sumChecks, sumCountersUntil } from './counter-sums.ts'
import { rebuildCounters } from './rebuild-counters.ts'
import { forgetOldEvents } from './retention.ts'
import { findWrongCount } from './verify-counts.ts'

let context: TestContext
let counting: TestAppender
beforeAll(async () => {
  context = await createTestContext()
  counting = createTestAppender(context)
})
afterAll(async () => {
  await counting.stop()
  await context.close()
})

const seed = Number(process.env.MILLE_SEED ?? Math.floor(Math.random() * 2 ** 31))
const numRuns = process.env.MILLE_PROOF === 'full' ? 300 : 10
const start = Date.parse('2026-03-02T22:00:00Z')

/** Events refer to only a few decisions, so that there are many duplicates and second views. */
const storms = fc.array(
  fc.record({
    kind: fc.constantFrom(
      'rendered' as const,
      'viewable' as const,
      'clicked' as const,
      'rejected' as const
    ),
    decision: fc.nat(30),
    minutes: fc.nat(115)
  }),
  { maxLength: 400 }
)

test('counters equal the events after any storm, and a rebuild gives the same', async () => {
  process.stdout.write(`seed ${seed}\n`)
  await fc.assert(
    fc.asyncProperty(storms, async storm => {
      await clearCounts(context.db)
      const decisions = Array.from({ length: 31 }, (_, index) =>
        makeDecided({
          unit: index % 3,
          campaign: index % 4,
          visitor: Buffer.alloc(8, index % 6),
          // Decided no later than any report, and no more than two hours before it.
          issuedAtMs: start - 600_000 + index * 20_000
        })
      )
      const sorted = storm.toSorted((a, b) => a.minutes - b.minutes)
      const pending: Promise<void>[] = []
      for (const [index, { kind, decision, minutes }] of sorted.entries()) {
        context.clock.set(new Date(start + minutes * 60_000))
        pending.push(counting.count(eventOf(kind, decisions[decision] ?? makeDecided())))
        if (index % 60 === 59) await counting.flush()
      }
      await Promise.all(pending)
      await countAll(context)
      await expectCountersToEqualEvents()
      const before = await readCounters()
      // Sums of counters that do not match their events are wrong too, until the rebuild.
      await sumCountersUntil(context.db, new Date(start + 3_600_000))
      await sql`update delivery_counters set count = count + 1`.execute(context.db)
      const tampered = await rebuildCounters(context, new Date(start), new Date(start + 86_400_000))
      expect(tampered).toEqual({
        ok: true,
        changed: BigInt(before.length),
        counters: BigInt(before.length)
      })
      expect(await verdictOf(context.db, sumChecks)).toEqual({ ok: true })
      const rebuilt = await rebuildCounters(context, new Date(start), new Date(start + 86_400_000))
      expect(rebuilt).toMatchObject({ ok: true, changed: 0n })
      expect(await readCounters()).toEqual(before)
      const sums = await readSums(context.db)
      const total = [
        'rendered',
        'viewable',
        'clicked',
        'rejected_bot',
        'rejected_repeated',
        'rejected_rate',
        'rejected_no_view'
      ]
      expect(total.reduce((all, kind) => all + (sums[kind] ?? 0n), 0n)).toBe(BigInt(storm.length))
      expect(sums.viewable ?? 0n).toBe((sums.billable ?? 0n) + (sums.rejected_seen_today ?? 0n))
    }),
    { seed, numRuns }
  )
})

test('a rebuild corrects wrong counters and leaves those outside of its time', async () => {
  await clearCounts(context.db)
  context.clock.set('2026-03-02T10:30:00Z')
  const decided = makeDecided()
  await counting.count(viewable(decided))
  context.clock.set('2026-03-02T11:30:00Z')
  await counting.count({ kind: 'clicked', decided })
  await countAll(context)
  const before = await readCounters()
  await sql`update delivery_counters set count = 77`.execute(context.db)
  const rebuilt = await rebuildCounters(
    context,
    new Date('2026-03-02T10:00:00Z'),
    new Date('2026-03-02T11:00:00Z')
  )
  expect(rebuilt).toEqual({ ok: true, counters: 2n, changed: 2n })
  const [clicked, ...others] = (await readCounters()).toSorted(
    (a, b) => (a.kind === 'clicked' ? -1 : 1) - (b.kind === 'clicked' ? -1 : 1)
  )
  expect(clicked?.count).toBe(77n)
  expect(others).toEqual(before.filter(row => row.kind !== 'clicked'))
})

test('counting continues while counters are rebuilt, and nothing is lost or doubled', async () => {
  await clearCounts(context.db)
  context.clock.set('2026-03-02T10:30:00Z')
  let isOver = false
  const counted = (async () => {
    let count = 0
    for (; !isOver; count++) {
      await counting.count(viewable(makeDecided()))
      if (count % 3 === 2) await countAll(context)
    }
    return count
  })()
  const day = [new Date('2026-03-02T00:00:00Z'), new Date('2026-03-03T00:00:00Z')] as const
  for (let round = 0; round < 20; round++)
    expect(await rebuildCounters(context, ...day)).toMatchObject({ ok: true, changed: 0n })
  isOver = true
  const count = BigInt(await counted)
  await countAll(context)
  expect(await readSums(context.db)).toEqual({ viewable: count, billable: count })
})

test('drops the days that are over the retention, keeps their counters, and refuses to rebuild them', async () => {
  await clearCounts(context.db)
  const days = ['2026-01-30', '2026-01-31', '2026-02-01', '2026-02-02']
  for (const day of ['2026-01-29', ...days]) {
    const moment = Date.parse(`${day}T12:00:00Z`)
    context.clock.set(new Date(moment))
    await counting.count({ kind: 'rendered', decided: makeDecided({ issuedAtMs: moment }) })
    await countAll(context)
  }
  const before = await readCounters()
  const log = openEventLog(context)
  await Promise.all([1, 2].map(() => forgetOldEvents(context, log, '2026-02-01')))
  const left = (await readEvents(context)).map(it => it.at.toISOString().slice(0, 10))
  expect(left.sort()).toEqual(['2026-02-01', '2026-02-02'])
  expect(await readCounters()).toEqual(before)
  const rebuild = (from: string) =>
    rebuildCounters(context, new Date(from), new Date('2026-02-03T00:00:00Z'))
  for (const from of ['2026-01-15T00:00:00Z', '2026-01-31T23:59:59Z', '2026-02-01T00:00:00Z']) {
    const refused = { ok: false, code: 'events_gone', possibleFrom: '2026-02-02' }
    expect(await rebuild(from)).toEqual(refused)
  }
  expect(await rebuild('2026-02-02T00:00:00Z')).toEqual({ ok: true, counters: 2n, changed: 0n })
  expect(await readCounters()).toEqual(before)
})

test('a commit over midnight is forgotten with its days, and the rest can be verified and rebuilt', async () => {
  await clearCounts(context.db)
  const visitor = Buffer.alloc(8)
  const moments = ['01-30T12:00:00', '01-31T23:59:59', '02-01T00:00:00', '02-02T12:00:00']
  for (const at of moments.map(it => `2026-${it}Z`)) {
    context.clock.set(at)
    await counting.count({
      kind: 'rendered',
      decided: makeDecided({ visitor, issuedAtMs: Date.parse(at) })
    })
    // The events around midnight are committed together.
    if (!at.includes('23:59')) await countAll(context)
  }
  await forgetOldEvents(context, openEventLog(context), '2026-02-01')
  expect(await findWrongCount(context)).toBe(null)
  const day = [new Date('2026-02-02T00:00:00Z'), new Date('2026-02-03T00:00:00Z')] as const
  expect(await rebuildCounters(context, ...day)).toEqual({ ok: true, counters: 2n, changed: 0n })
})

test('keeps what is not counted yet, however old it is', async () => {
  await clearCounts(context.db)
  const moment = Date.parse('2026-01-30T12:00:00Z')
  context.clock.set(new Date(moment))
  await counting.count({ kind: 'rendered', decided: makeDecided({ issuedAtMs: moment }) })
  await countAll(context)
  await counting.count(viewable(makeDecided({ issuedAtMs: moment })))
  await forgetOldEvents(context, openEventLog(context), '2026-03-01')
  await countAll(context)
  expect(await readSums(context.db)).toEqual({
    served: 1n,
    rendered: 1n,
    viewable: 1n,
    billable: 1n
  })
})

test.each([
  [7200, '2026-03-02T10:00:00.000Z'],
  [3600, '2026-03-02T10:00:00.000Z'],
  [10, '2026-03-02T10:47:30.000Z'],
  // Settlement periods of an hour and a half begin at 9:00 and 10:30.
  [5400, '2026-03-02T10:30:00.000Z']
])('the bucket of windows of %i s never reaches into two', (seconds, bucket) => {
  expect(bucketOf(new Date('2026-03-02T10:47:33.999Z'), seconds).toISOString()).toBe(bucket)
})

function eventOf(
  kind: 'rendered' | 'viewable' | 'clicked' | 'rejected',
  decided: Decided
): CountedEvent {
  if (kind === 'rejected') return { kind, reason: 'bot', decided }
  return kind === 'viewable' ? viewable(decided) : { kind, decided }
}

async function readCounters() {
  return context.db
    .selectFrom('delivery_counters')
    .selectAll()
    .orderBy('bucket')
    .orderBy('unit_id')
    .orderBy('campaign_id')
    .orderBy('kind')
    .execute()
}

async function expectCountersToEqualEvents() {
  const events = await readEvents(context)
  const sums = await readSums(context.db)
  const count = (is: (event: (typeof events)[number]) => boolean) =>
    BigInt(events.filter(is).length)
  for (const kind of ['rendered', 'viewable', 'clicked'] as const)
    expect(sums[kind] ?? 0n, kind).toBe(count(it => it.kind === kind))
  expect(sums.billable ?? 0n).toBe(count(it => it.isBillable))
  expect(sums.served).toBe(sums.rendered)
}
