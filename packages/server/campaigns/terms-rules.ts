import type { NewTerms, Schedule, Terms, TermsVersion } from '../window-holds/index.ts'

type Planned = Terms & { validFrom: Date }

type Moments = {
  now: Date
  /** The beginning of the window that runs, and of the next one. */
  window: Date
  next: Date
  /** Whether the campaign runs, or something that it showed may still be charged. */
  isUsed: boolean
}

/**
 * When new terms count. What makes a campaign dearer counts at once; what makes it cheaper, or charges it in another
 * way, counts from the next window, so that nothing that was shown is charged by terms that came after it. A change that
 * does both is two versions. `last` are the terms that were set last, which may not count yet.
 */
export function planTerms(
  inForce: Terms,
  last: Terms,
  wanted: Terms,
  { now, window, next, isUsed }: Moments
): Planned[] {
  if (!isUsed) return isSame(last, wanted) ? [] : [{ ...wanted, validFrom: window }]
  const dearer = dearest(inForce, wanted)
  const planned: Planned[] = []
  if (!isSame(dearer, inForce)) planned.push({ ...dearer, validFrom: wholeSecond(now) })
  const before = planned.length > 0 ? dearer : last
  if (!isSame(before, wanted)) planned.push({ ...wanted, validFrom: next })
  return planned
}

/**
 * When new hours count: at once, whether they are more or fewer. The window is cut there, so that each part of it is charged for
 * its own hours. What was to change in the terms later still does, with the new hours.
 */
export function planHours(
  inForce: TermsVersion,
  last: TermsVersion,
  schedule: Schedule | null,
  { now, window, isUsed }: Moments
): NewTerms[] {
  if (isSameSchedule(last.schedule, schedule)) return []
  if (!isUsed) return [{ ...last, schedule, validFrom: window }]
  const changed = { ...inForce, schedule, validFrom: wholeSecond(now) }
  return last.validFrom > now ? [changed, { ...last, schedule }] : [changed]
}

function isSameSchedule(one: Schedule | null, other: Schedule | null): boolean {
  return one?.hours === other?.hours && one?.timeZone === other?.timeZone
}

/** The dearer of each limit; a price is compared with one of its own kind only. */
function dearest(inForce: Terms, wanted: Terms): Terms {
  const isSameType = inForce.trafficType === wanted.trafficType
  const { dailyBudget, maxCpm, totalBudget } = inForce
  return {
    trafficType: inForce.trafficType,
    dailyBudget: higherLimit(dailyBudget, wanted.dailyBudget) ?? dailyBudget,
    maxCpm: isSameType ? higherLimit(maxCpm, wanted.maxCpm) : maxCpm,
    totalBudget: higherLimit(totalBudget, wanted.totalBudget)
  }
}

/** Null means no limit. */
function higherLimit(one: bigint | null, other: bigint | null): bigint | null {
  if (one === null || other === null) return null
  return one > other ? one : other
}

function isSame(one: Terms | TermsVersion, other: Terms): boolean {
  return (
    one.trafficType === other.trafficType &&
    one.dailyBudget === other.dailyBudget &&
    one.maxCpm === other.maxCpm &&
    one.totalBudget === other.totalBudget
  )
}

/** Seconds are what a campaign's activity is counted in: a window that is cut between two loses none. */
function wholeSecond(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / 1000) * 1000)
}
