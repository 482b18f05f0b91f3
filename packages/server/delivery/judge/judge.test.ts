import { hourMs } from '@mille/api/durations.ts'
import { expect, test } from 'vitest'
import type { RecordWriter } from '../event-log/write-records.ts'
import { makeDecided } from '../testing/counting.ts'
import { createCountedLog, decidedFor, nameOf, namesOf, viewBy } from '../testing/log.ts'
import { createJudge } from './judge.ts'

const start = Date.parse('2026-03-02T10:00:00Z')
const times = (count: number) => Array.from({ length: count }, (_, index) => index)
/** Returns a visitor's view of a decision that is one second old. */
const viewOf = (who: string, atMs: number, values = {}, said = {}) =>
  viewBy(who, atMs, decidedFor(who, atMs - 1000, values), said)

test('counts a view and makes the first of a visitor billable', () => {
  const judge = createJudge({ settlementWindowSeconds: 3600 })
  const log = createCountedLog(judge)
  const decided = decidedFor('a', start, { banner: 5 })
  expect(log.send(start, { kind: 'rendered', decided }, viewBy('a', start, decided))).toEqual([
    'rendered',
    'billable'
  ])
  expect(log.sums()).toEqual({ served: 1n, rendered: 1n, viewable: 1n, billable: 1n })
})

test('gives sums by bucket, unit, campaign, banner and kind, in one order, once', () => {
  const judge = createJudge({ settlementWindowSeconds: 5400 })
  const log = createCountedLog(judge)
  const at = Date.parse('2026-03-02T10:47:33.999Z')
  log.send(at, viewOf('b', at, { unit: 9 }), viewOf('a', at, { unit: 2, campaign: 7, banner: 3 }))
  const bucket = new Date('2026-03-02T10:30:00Z')
  const one = { bucket, unit: 2, campaign: 7, banner: 3, count: 1n }
  const other = { bucket, unit: 9, campaign: 1, banner: 0, count: 1n }
  expect(log.taken).toEqual([
    { ...one, kind: 'billable' },
    { ...one, kind: 'viewable' },
    { ...other, kind: 'billable' },
    { ...other, kind: 'viewable' }
  ])
  expect(judge.takeSums()).toEqual([])
})

test('counts a decision once however many copies arrive', () => {
  const log = createCountedLog()
  const view = viewOf('a', start)
  log.send(start, ...times(1000).map(() => view))
  log.send(start + 1, view)
  expect(log.sums()).toEqual({ viewable: 1n, billable: 1n, rejected_repeated: 1000n })
})

test('charges a campaign for a visitor once, in one batch as in many', () => {
  const log = createCountedLog()
  log.send(start, ...times(20).map(() => viewOf('a', start)))
  log.send(start, viewOf('a', start))
  log.send(start, viewOf('a', start, { campaign: 2 }))
  expect(log.sums()).toEqual({ viewable: 22n, billable: 2n, rejected_seen_today: 20n })
})

test('charges for a visitor again after 24 hours, and not at midnight', () => {
  const log = createCountedLog()
  const see = (at: string) => log.send(Date.parse(at), viewOf('a', Date.parse(at)))[0]
  expect(see('2026-03-02T22:00:00Z')).toBe('billable')
  expect(see('2026-03-03T00:30:00Z')).toBe('seen_today')
  expect(see('2026-03-03T21:59:59.999Z')).toBe('seen_today')
  expect(see('2026-03-03T22:00:00Z')).toBe('billable')
  expect(see('2026-03-04T09:00:00Z')).toBe('seen_today')
  expect(see('2026-03-04T22:00:00Z')).toBe('billable')
})

test('charges once around midnight, whatever day each node has', () => {
  const log = createCountedLog()
  const midnight = Date.parse('2026-03-03T00:00:00Z')
  for (const who of times(200).map(String)) {
    const decided = () => decidedFor(who, midnight - 60_000)
    // One node's clock is a second before midnight, the other's five seconds after it.
    log.append(midnight, writer => {
      for (const receivedAtMs of who.length % 2
        ? [midnight - 1000, midnight + 5000]
        : [midnight + 5000, midnight - 1000]) {
        const event = viewBy(who, receivedAtMs, decided())
        const origin = { receivedAtMs, country: null, device: null }
        writer.viewable(event, origin)
      }
    })
  }
  expect(log.sums()).toEqual({ viewable: 400n, billable: 200n, rejected_seen_today: 200n })
})

test('a copy that comes when the visitor is new again takes no charge', () => {
  const log = createCountedLog()
  const first = Date.parse('2026-03-01T10:00:30Z')
  log.send(first, viewOf('a', first))
  const early = Date.parse('2026-03-02T10:00:20Z')
  const decided = decidedFor('a', early - 1000)
  expect(log.send(early, viewBy('a', early, decided))).toEqual(['seen_today'])
  const late = Date.parse('2026-03-02T10:00:40Z')
  expect(log.send(late, viewBy('a', late, decided))).toEqual(['repeated'])
  expect(log.send(late, viewOf('a', late))).toEqual(['billable'])
})

test('does not charge for visitors without a name that a charge could be kept under', () => {
  const log = createCountedLog()
  const names = namesOf('a', start).map(it => ({ ...it, isKept: false }))
  expect(
    log.send(start, viewOf('a', start, {}, { names }), viewOf('b', start, {}, { names: [] }))
  ).toEqual(['seen_today', 'seen_today'])
})

test('counts 60 views and 10 clicks of a visitor in a minute', () => {
  const log = createCountedLog()
  const views = times(100).map(() => viewOf('a', start))
  log.send(start, ...views)
  expect(log.sums()).toEqual({
    viewable: 60n,
    billable: 1n,
    rejected_seen_today: 59n,
    rejected_rate: 40n
  })
  const clicks = views.slice(0, 60).map(({ decided }) => ({ kind: 'clicked', decided }) as const)
  log.send(start, ...clicks)
  expect(log.sums()).toMatchObject({ clicked: 10n, rejected_rate: 90n })
  // A copy of a counted click is rejected as a copy, even if the visitor also exceeds the rate.
  log.send(start, ...views.slice(0, 60))
  expect(log.sums()).toMatchObject({ viewable: 60n, rejected_repeated: 60n })
  expect(log.send(start + 60_000, viewOf('a', start + 60_000))).toEqual(['seen_today'])
})

test('counts a click once, and only after a view of its decision', () => {
  const log = createCountedLog()
  const decided = decidedFor('a', start)
  const click = { kind: 'clicked', decided } as const
  expect(log.send(start, click)).toEqual(['no_view'])
  // The click that came too early does not block a later valid one.
  log.send(start, { kind: 'rendered', decided })
  expect(log.send(start + 60_000, ...times(3).map(() => click))).toEqual([
    'clicked',
    'repeated',
    'repeated'
  ])
})

test('a rendering serves the ad, once, and its view or its click does not', () => {
  const log = createCountedLog()
  const rendered = (who: string) => ({ kind: 'rendered', decided: decidedFor(who, start) }) as const
  const twice = rendered('a')
  expect(log.send(start, twice, twice)).toEqual(['rendered', 'repeated'])
  expect(log.sums()).toEqual({ served: 1n, rendered: 1n, rejected_repeated: 1n })
  const seen = decidedFor('b', start)
  log.send(start, viewBy('b', start, seen), { kind: 'clicked', decided: seen })
  expect(log.sums()).toMatchObject({ served: 1n, rendered: 1n, viewable: 1n, clicked: 1n })
  log.append(start, writer => writer.unitRule(1, true, start))
  expect(log.send(start, rendered('c'))).toEqual(['excluded'])
  expect(log.sums()).toMatchObject({ served: 1n, rendered: 1n })
})

test('what nodes rejected is added once, also when they send it again', () => {
  const log = createCountedLog()
  const sum = { node: 2 ** 47, unit: 8, campaign: 9, banner: 0, count: 5 }
  const flush = (first: number) => (writer: RecordWriter) => {
    writer.sum({ ...sum, sequence: first, outcome: 'bot' }, start)
    writer.sum({ ...sum, sequence: first + 1, unit: 0, outcome: 'forged' }, start)
  }
  expect(log.append(start, flush(1))).toEqual(['none', 'none'])
  expect(log.append(start, flush(1))).toEqual(['repeated', 'repeated'])
  const twice = log.append(start, writer => {
    flush(3)(writer)
    flush(3)(writer)
  })
  expect(twice).toEqual(['none', 'none', 'repeated', 'repeated'])
  // A sum overtaken by a later one is dropped rather than counted twice. Other nodes have their own numbers.
  expect(log.append(start, flush(2))).toEqual(['repeated', 'repeated'])
  expect(log.sums()).toEqual({ rejected_bot: 10n, rejected_forged: 10n })
  log.send(start, { kind: 'rejected', reason: 'expired', decided: makeDecided({ unit: 8 }) })
  expect(log.sums()).toMatchObject({ rejected_expired: 1n })
})

test('covered, shrunken and contradictory views are paid for and counted beside', () => {
  const log = createCountedLog()
  log.send(start, viewOf('a', start, {}, { isCovered: true, isContradictory: true }))
  log.send(start, viewOf('b', start, {}, { isShrunken: true }))
  expect(log.sums()).toEqual({
    viewable: 2n,
    billable: 2n,
    covered: 1n,
    contradictory: 1n,
    shrunken: 1n
  })
})

test('an excluded unit or visitor counts nothing until let in again', () => {
  const log = createCountedLog()
  const day = '2026-03-02'
  const see = () => log.send(start, viewOf('a', start, { unit: 3 }))[0]
  const visitor = nameOf('a', day)
  log.append(start, writer => writer.unitRule(3, true, start))
  expect(see()).toBe('excluded')
  log.append(start, writer => writer.unitRule(3, false, start))
  log.append(start, writer => writer.visitorRule(new Date(day), visitor, true, start))
  expect(see()).toBe('excluded')
  expect(log.send(start, viewOf('b', start, { unit: 3 }))[0]).toBe('billable')
  log.append(start, writer => writer.visitorRule(new Date(day), visitor, false, start))
  log.append(start, writer => writer.visitorRule(new Date('2026-03-01'), visitor, true, start))
  expect(see()).toBe('billable')
  // The rule is dropped together with the day's key.
  log.append(start, writer => writer.visitorRule(new Date(day), visitor, true, start))
  expect(rulesOf(log)).toBe(2)
  log.append(start + 24 * hourMs, writer => writer.heartbeat(start))
  expect(rulesOf(log)).toBe(1)
  log.append(start + 48 * hourMs, writer => writer.heartbeat(start))
  expect(rulesOf(log)).toBe(0)
})

const rulesOf = (log: ReturnType<typeof createCountedLog>) => log.judge.rules().length / 84

test('a campaign begins a new bucket when its terms change, from then on', () => {
  const log = createCountedLog()
  const cut = new Date(start + 600_000)
  const bucketsAt = (atMs: number) => {
    const before = log.taken.length
    log.send(atMs, viewOf('a', atMs, { campaign: 1 }), viewOf('a', atMs, { campaign: 2 }))
    const found = log.taken.slice(before).filter(it => it.kind === 'viewable')
    return found
      .sort((a, b) => a.campaign - b.campaign)
      .map(it => it.bucket.toISOString().slice(11, 16))
  }
  log.append(start, writer => writer.cut(1, cut, start))
  expect(bucketsAt(start + 300_000)).toEqual(['10:00', '10:00'])
  expect(bucketsAt(cut.getTime())).toEqual(['10:10', '10:00'])
  expect(bucketsAt(start + hourMs)).toEqual(['11:00', '11:00'])
  expect(rulesOf(log)).toBe(0)
})
