import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { dayAfter, dayOf } from '../days.ts'
import type { Decided } from '../visitors/token.ts'
import { decidedFor, nameOf, viewBy } from './log.ts'
import type { Entry, Moment } from './log-entries.ts'

const visitor = fc.constantFrom('ann', 'bob', 'cem')
const slot = fc.nat(7)
const id = fc.integer({ min: 1, max: 2 })
const isExcluded = fc.boolean()

/** Draws from few values, so that there are many duplicates, second views and full neighborhoods. */
const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('decide' as const),
      slot,
      visitor,
      unit: id,
      campaign: id,
      ageMs: fc.constantFrom(0, 1000, 3_600_000, 7_799_000, 7_801_000, -599_000, -601_000)
    })
  },
  {
    weight: 16,
    arbitrary: fc.record({
      does: fc.constant('report' as const),
      slot,
      kind: fc.constantFrom(
        'rendered' as const,
        'viewable' as const,
        'viewable' as const,
        'clicked' as const
      ),
      ahead: fc.constantFrom(0, -9000, 9000),
      said: fc.nat(63),
      hasBlock: fc.boolean()
    })
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('burst' as const),
      visitor,
      unit: id,
      campaign: id,
      count: fc.integer({ min: 30, max: 70 })
    })
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('refresh' as const),
      visitor,
      unit: id,
      first: fc.nat(20),
      count: fc.integer({ min: 1, max: 13 }),
      apartMs: fc.constantFrom(0, 1, 2_999, 3_000, 9_999, 29_999, 30_000)
    })
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('crowd' as const),
      unit: id,
      campaign: id,
      from: fc.constantFrom('here', 'here 1'),
      count: fc.integer({ min: 20, max: 60 })
    })
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('unit_rule' as const), unit: id, isExcluded })
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('visitor_rule' as const),
      visitor,
      days: fc.constantFrom(0, -1),
      isExcluded
    })
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('cut' as const),
      campaign: id,
      inMs: fc.constantFrom(-60_000, 0, 1_000_000, 5_000_000)
    })
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('unit_hour' as const),
      unit: id,
      hours: fc.constantFrom(-1, 0, 0, 1),
      others: fc.constantFrom(10, 900, 3000)
    })
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('sum' as const),
      node: id,
      sequence: fc.nat(9),
      count: fc.nat(1000),
      lateMs: fc.constantFrom(0, 0, 86_400_000, 86_400_001)
    })
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('heartbeat' as const) }) }
)
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never

/** Waiting times that end on either side of minutes, hours, midnights and 24 hours. */
const waitMs = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(0, 1, 1000, 30_000, 60_000, 500_000) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(3_600_000, 7_200_000, 39_600_000, 43_200_000, 86_399_999, 86_400_000)
  }
)

/** Random logs that span a few days and begin a minute before midnight. */
export const randomLogs: fc.Arbitrary<Moment[]> = fc
  .array(fc.record({ waitMs, acts: fc.array(act, { maxLength: 6 }) }), { maxLength: 60 })
  .map(steps => {
    const world = createWorld()
    let atMs = Date.parse('2026-03-02T23:59:00Z')
    return steps.map(step => {
      atMs += step.waitMs
      return { atMs, entries: step.acts.flatMap(it => world(it, atMs)) }
    })
  })

/** Translates acts into log entries. Ids are counted, so that a log can be made again. */
function createWorld(): (act: Act, atMs: number) => Entry[] {
  const slots = new Map<number, { who: string; decided: Decided }>()
  let decisions = 0

  function decide(who: string, issuedAtMs: number, unit: number, campaign: number): Decided {
    const bytes = createHash('sha256').update(`${++decisions}`).digest().subarray(0, 16)
    return decidedFor(who, issuedAtMs, { decision: bytes, unit, campaign })
  }

  function view(who: string, atMs: number, decided: Decided, from?: string): Entry {
    const said = from === undefined ? {} : { from }
    return { is: 'report', report: viewBy(who, atMs, decided, said), receivedAtMs: atMs }
  }

  function report(act: Extract<Act, { does: 'report' }>, atMs: number): Entry[] {
    const found = slots.get(act.slot)
    if (!found) return []
    const receivedAtMs = atMs + act.ahead
    const { who, decided } = found
    // A token that is days old never reaches the log, because the node rejects it.
    if (Math.abs(receivedAtMs - decided.issuedAtMs) > 86_400_000) return []
    if (act.kind !== 'viewable')
      return [{ is: 'report', report: { kind: act.kind, decided }, receivedAtMs }]
    const flags = {
      isCovered: (act.said & 1) > 0,
      isShrunken: (act.said & 2) > 0,
      isContradictory: (act.said & 4) > 0,
      isMoved: (act.said & 8) > 0,
      isUnplaced: (act.said & 16) > 0,
      isSilent: (act.said & 32) > 0
    }
    const said = act.hasBlock ? { ...flags, from: 'here' } : flags
    return [{ is: 'report', report: viewBy(who, receivedAtMs, decided, said), receivedAtMs }]
  }

  return (act, atMs) => {
    const today = dayOf(new Date(atMs))
    const times = <Value>(count: number, make: (index: number) => Value) =>
      Array.from({ length: count }, (_, index) => make(index))
    if (act.does === 'decide') {
      const decided = decide(act.visitor, atMs - act.ageMs, act.unit, act.campaign)
      slots.set(act.slot, { who: act.visitor, decided })
      return []
    }
    if (act.does === 'report') return report(act, atMs)
    if (act.does === 'burst')
      return times(act.count, () =>
        view(act.visitor, atMs, decide(act.visitor, atMs, act.unit, act.campaign))
      )
    if (act.does === 'refresh')
      return times(act.count, nth => {
        const issuedAtMs = atMs - nth * act.apartMs
        const decided = decide(act.visitor, issuedAtMs, act.unit, act.first + nth + 3)
        return view(act.visitor, atMs, decided)
      })
    if (act.does === 'crowd')
      return times(act.count, () => {
        const who = `guest ${decisions}`
        return view(who, atMs, decide(who, atMs, act.unit, act.campaign), act.from)
      })
    if (act.does === 'unit_rule') return [{ ...act, is: act.does }]
    if (act.does === 'visitor_rule') {
      const day = dayAfter(today, act.days)
      return [{ ...act, is: act.does, day, visitor: nameOf(act.visitor, day) }]
    }
    if (act.does === 'cut') return [{ ...act, is: act.does, moment: new Date(atMs + act.inMs) }]
    if (act.does === 'unit_hour') {
      const hour = new Date((Math.floor(atMs / 3_600_000) + act.hours) * 3_600_000)
      return [{ ...act, is: act.does, hour }]
    }
    if (act.does === 'sum')
      return [
        {
          ...act,
          is: act.does,
          unit: 1,
          campaign: 1,
          banner: 0,
          outcome: act.count % 2 ? 'bot' : 'forged',
          receivedAtMs: atMs - act.lateMs
        }
      ]
    return [{ is: act.does }]
  }
}
