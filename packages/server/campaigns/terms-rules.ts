import type { DrawTerms, NewTerms, Schedule, Terms, TermsVersion } from '../window-holds/index.ts'

type Planned = Terms & { validFrom: Date }

type Moments = {
  now: Date
  /** Beginnings of the current window and of the next one. */
  window: Date
  next: Date
  /** Whether the campaign is active, or impressions it showed may still be charged. */
  isUsed: boolean
}

/**
 * Plans when new terms take effect. Higher prices apply at once. Lower prices, or another way of charging, apply from
 * the next window, so no impression is charged by terms set after it. A change that does both makes two versions.
 * `last` are the terms set last, which may not apply yet.
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
 * Plans new terms of the draw, which apply at once. The window is split there, so that each part is charged for its own
 * hours. Changes of terms planned for later still happen, with the new terms of the draw.
 */
export function planDrawTerms(
  inForce: TermsVersion,
  last: TermsVersion,
  wanted: DrawTerms,
  { now, window, isUsed }: Moments
): NewTerms[] {
  const isSameShare = last.siteSharePercent === wanted.siteSharePercent
  if (isSameShare && isSameSchedule(last.schedule, wanted.schedule)) return []
  if (!isUsed) return [{ ...last, ...wanted, validFrom: window }]
  const changed = { ...inForce, ...wanted, validFrom: wholeSecond(now) }
  return last.validFrom > now ? [changed, { ...last, ...wanted }] : [changed]
}

function isSameSchedule(one: Schedule | null, other: Schedule | null): boolean {
  return one?.hours === other?.hours && one?.timeZone === other?.timeZone
}

/** Returns the higher of each limit; prices are compared only between terms of the same traffic type. */
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

/** Returns the higher of two limits, where null means no limit. */
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

/** Rounds down to a whole second. Activity is counted in seconds, so splitting a window there loses none. */
function wholeSecond(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / 1000) * 1000)
}
