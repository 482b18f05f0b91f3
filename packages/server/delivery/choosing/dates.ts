/** Null where a campaign has no such date. It may be shown from its start up to, but not including, its end. */
export type Dates = { startsAt: Date | null; endsAt: Date | null }

/** Why a campaign may not be shown at a moment, by its dates alone. */
export function whyNotThen(
  { startsAt, endsAt }: Dates,
  nowMs: number
): 'not_started' | 'ended' | null {
  if (startsAt !== null && nowMs < startsAt.getTime()) return 'not_started'
  return endsAt !== null && nowMs >= endsAt.getTime() ? 'ended' : null
}

type Planned = { dates: Dates; weight: number }

/**
 * Takes campaigns with dates into the draw and out of it at their very moment. It is asked before each draw and only
 * compares two numbers until the next of those moments has come.
 */
export function createDateKeeper(setWeight: (slot: number, weight: number) => void) {
  const planned = new Map<number, Planned>()
  /** The moment that the weights are true of, and the first one after it that changes any of them. */
  let trueAtMs = Number.NEGATIVE_INFINITY
  let nextMs = Number.POSITIVE_INFINITY

  return {
    /** Gives the weight that counts now of what the slot weighs within its dates. */
    plan(slot: number, { startsAt, endsAt }: Dates, weight: number): number {
      if (startsAt === null && endsAt === null) {
        planned.delete(slot)
        return weight
      }
      const plan = { dates: { startsAt, endsAt }, weight }
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

function nextChange({ startsAt, endsAt }: Dates, nowMs: number): number {
  const later = [startsAt, endsAt].flatMap(it => (it && it.getTime() > nowMs ? it.getTime() : []))
  return Math.min(...later)
}
