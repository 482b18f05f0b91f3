import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../db/connect.ts'
import { dayAfter } from '../days.ts'
import { clearCounts, makeDecided, readSums, viewable } from '../testing/counting.ts'
import type { Decided } from '../visitors/token.ts'
import { type Counting, createCounting } from './counting.ts'
import { dropPartitions, ensurePartitions } from './partitions.ts'
import { rebuildCounters } from './rebuild-counters.ts'
import { bucketOf, type CountedEvent } from './rules.ts'

let context: TestContext
let counting: Counting
beforeAll(async () => {
  context = await createTestContext()
  counting = createCounting(context)
})
afterAll(async () => {
  await counting.stop()
  await context.close()
})

const seed = Number(process.env.MILLE_SEED ?? Math.floor(Math.random() * 2 ** 31))
const numRuns = process.env.MILLE_PROOF === 'full' ? 300 : 10
const start = Date.parse('2026-03-02T22:00:00Z')

/** Indexes into few decisions, so that copies and second views abound. */
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
          issuedAtMs: start + index * 60_000
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
      await expectCountersToEqualEvents()
      const before = await readCounters()
      const rebuilt = await context.db
        .transaction()
        .execute(tx => rebuildCounters(tx, new Date(start), new Date(start + 86_400_000)))
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

test('a rebuild mends counters that are wrong and leaves those outside of its time', async () => {
  await clearCounts(context.db)
  context.clock.set('2026-03-02T10:30:00Z')
  const decided = makeDecided()
  await counting.count(viewable(decided))
  context.clock.set('2026-03-02T11:30:00Z')
  await counting.count({ kind: 'clicked', decided })
  const before = await readCounters()
  await sql`update delivery_counters set count = 77`.execute(context.db)
  const rebuilt = await context.db
    .transaction()
    .execute(tx =>
      rebuildCounters(tx, new Date('2026-03-02T10:00:00Z'), new Date('2026-03-02T11:00:00Z'))
    )
  expect(rebuilt).toEqual({ ok: true, counters: 2n, changed: 2n })
  const [clicked, ...others] = (await readCounters()).toSorted(
    (a, b) => (a.kind === 'clicked' ? -1 : 1) - (b.kind === 'clicked' ? -1 : 1)
  )
  expect(clicked?.count).toBe(77n)
  expect(others).toEqual(before.filter(row => row.kind !== 'clicked'))
})

test('partitions take over the events of their day', async () => {
  await clearCounts(context.db)
  const today = makeDecided()
  await counting.count({ kind: 'rendered', decided: today })
  const days = [-1, 0, 1].map(count => dayAfter('2026-03-02', count))
  const ensure = () => context.db.transaction().execute(tx => ensurePartitions(tx, days))
  await Promise.all([ensure(), ensure()])
  await counting.count({ kind: 'rendered', decided: today })
  await counting.count({ kind: 'clicked', decided: today })
  const { rows } = await sql<{
    place: string
  }>`select tableoid::regclass::text as place from delivery_events limit 10`.execute(context.db)
  expect(rows.map(row => row.place)).toEqual([
    'delivery_events_20260302',
    'delivery_events_20260302'
  ])
  expect(await readSums(context.db)).toEqual({ rendered: 1n, rejected_repeated: 1n, clicked: 1n })
})

test('drops the days that are over the retention, keeps their counters, and refuses to rebuild them', async () => {
  await clearCounts(context.db)
  const days = ['2026-01-30', '2026-01-31', '2026-02-01', '2026-02-02']
  const run = <Value>(work: (tx: Tx) => Promise<Value>) => context.db.transaction().execute(work)
  await run(tx => ensurePartitions(tx, days))
  for (const day of ['2026-01-29', ...days]) {
    const moment = Date.parse(`${day}T12:00:00Z`)
    context.clock.set(new Date(moment))
    await counting.count({ kind: 'rendered', decided: makeDecided({ issuedAtMs: moment }) })
  }
  const before = await readCounters()
  await Promise.all([1, 2].map(() => run(tx => dropPartitions(tx, '2026-02-01'))))
  const left = await context.db.selectFrom('delivery_events').select('day').orderBy('day').execute()
  expect(left.map(row => row.day)).toEqual(['2026-02-01', '2026-02-02'])
  expect(await readCounters()).toEqual(before)
  const rebuild = (from: string) =>
    run(tx => rebuildCounters(tx, new Date(from), new Date('2026-02-03T00:00:00Z')))
  for (const from of ['2026-01-15T00:00:00Z', '2026-01-31T23:59:59Z', '2026-02-01T00:00:00Z']) {
    const refused = { ok: false, code: 'events_gone', possibleFrom: '2026-02-02' }
    expect(await rebuild(from)).toEqual(refused)
  }
  expect(await rebuild('2026-02-02T00:00:00Z')).toEqual({ ok: true, counters: 1n, changed: 0n })
  expect(await readCounters()).toEqual(before)
})

test.each([
  [7200, '2026-03-02T10:00:00.000Z'],
  [3600, '2026-03-02T10:00:00.000Z'],
  [10, '2026-03-02T10:47:30.000Z'],
  // Windows of an hour and a half begin at 9:00 and 10:30.
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
  const { rows } = await sql<{ kind: string; count: bigint }>`
    select kind, count(*) as count from delivery_events group by kind
    union all
    select 'billable', count(*) from delivery_events where kind = 'viewable' and rejected is null having count(*) > 0`.execute(
    context.db
  )
  const sums = await readSums(context.db)
  for (const { kind, count } of rows) expect(sums[kind], kind).toBe(count)
}
