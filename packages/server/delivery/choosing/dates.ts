import { isOpenAt, quarterMs, type Schedule } from '../../window-holds/index.ts'

/**
 * Null where a campaign has no such date. It may be shown from its start up to, but not including, its end, in the hours of its
 * schedule.
 */
export type Dates = { startsAt: Date | null; endsAt: Date | null; schedule: Schedule | null }

/** Why a campaign may not be shown at a moment, by its dates and hours alone. */
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
 * Takes campaigns with dates or hours into the draw and out of it at their very moment. It is asked before each draw and only
 * compares two numbers until the next of those moments has come.
 */
export function createDateKeeper(setWeight: (slot: number, weight: number) => void) {
  const planned = new Map<number, Planned>()
  /** The moment that the weights are true of, long ago before the first draw, and the first one after it that changes any of them. */
  let trueAtMs = 0
  let nextMs = Number.POSITIVE_INFINITY

  return {
    /** Gives the weight that counts now of what the slot weighs within its dates. */
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

    /** The slot has been drawn as often as it may be. */
    exhaust(slot: number): void {
      const plan = planned.get(slot)
      if (plan) plan.weight = 0
    },

    /** A clock that was set back is followed too. */
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

/** No later than the next moment that changes anything. Hours are looked at every quarter of an hour. */
function nextChange({ startsAt, endsAt, schedule }: Dates, nowMs: number): number {
  const later = [startsAt, endsAt].flatMap(it => (it && it.getTime() > nowMs ? it.getTime() : []))
  if (schedule !== null) later.push((Math.floor(nowMs / quarterMs) + 1) * quarterMs)
  return Math.min(...later)
}
