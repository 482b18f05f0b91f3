import { isOpenAt, quarterMs, type Schedule } from '../../window-holds/index.ts'

/**
 * When a campaign may be shown: from its start up to, but not including, its end, in the hours of its schedule. Null
 * means no such limit.
 */
export type Dates = { startsAt: Date | null; endsAt: Date | null; schedule: Schedule | null }

/** Returns why a campaign's dates and hours do not allow it to be shown at a moment. */
export function whyNotThen(
  { startsAt, endsAt, schedule }: Dates,
  nowMs: number
): 'not_started' | 'ended' | 'outside_hours' | null {
  if (startsAt !== null && nowMs < startsAt.getTime()) return 'not_started'
  if (endsAt !== null && nowMs >= endsAt.getTime()) return 'ended'
  return isOpenAt(schedule, nowMs) ? null : 'outside_hours'
}

type Planned = { dates: Dates; weight: number }

/**
 * Adds campaigns with dates or hours to the draw, and removes them, at the exact moment. It is called before each draw
 * and only compares two numbers until the next such moment.
 */
export function createDateKeeper(setWeight: (slot: number, weight: number) => void) {
  const planned = new Map<number, Planned>()
  /** The moment for which the weights are right, and the next moment at which any of them changes. */
  let trueAtMs = 0
  let nextMs = Number.POSITIVE_INFINITY

  return {
    /** Returns the weight that a slot has now, given its weight within its dates. */
    plan(slot: number, { startsAt, endsAt, schedule }: Dates, weight: number): number {
      if (startsAt === null && endsAt === null && schedule === null) {
        planned.delete(slot)
        return weight
      }
      const plan = { dates: { startsAt, endsAt, schedule }, weight }
      planned.set(slot, plan)
      nextMs = Math.min(nextMs, nextChange(plan.dates, trueAtMs))
      return weightAt(plan, trueAtMs)
    },

    forget: (slot: number) => void planned.delete(slot),

    /** Sets a slot's weight to 0, because it has been drawn as often as allowed. */
    exhaust(slot: number): void {
      const plan = planned.get(slot)
      if (plan) plan.weight = 0
    },

    /** Updates the weights to a moment, even if the clock was set back. */
    follow(nowMs: number): void {
      if (nowMs < nextMs && nowMs >= trueAtMs) return
      trueAtMs = nowMs
      nextMs = Number.POSITIVE_INFINITY
      for (const [slot, plan] of planned) {
        nextMs = Math.min(nextMs, nextChange(plan.dates, nowMs))
        setWeight(slot, weightAt(plan, nowMs))
      }
    }
  }
}

function weightAt({ dates, weight }: Planned, nowMs: number): number {
  return whyNotThen(dates, nowMs) === null ? weight : 0
}

/** Returns a time no later than the next change. Hours are checked every quarter of an hour. */
function nextChange({ startsAt, endsAt, schedule }: Dates, nowMs: number): number {
  const later = [startsAt, endsAt].flatMap(it => (it && it.getTime() > nowMs ? it.getTime() : []))
  if (schedule !== null) later.push((Math.floor(nowMs / quarterMs) + 1) * quarterMs)
  return Math.min(...later)
}
