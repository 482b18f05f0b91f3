import { dayMs, hourMs } from '@mille/api/durations.ts'

/**
 * Grace period in milliseconds. A settlement period that is settled later than this after its day counts as earned on
 * the day of the settlement.
 */
const graceMs = hourMs
/** How long an ad unit is new, in milliseconds. */
const newMs = 30 * dayMs

/**
 * Returns the UTC day on which an amount was earned: that of the settlement period. A period that was settled late
 * counts for the day of the settlement, because the earnings of its own day may have been paid already.
 */
export function earningDay(windowEnd: Date, settledAt: Date): string {
  const day = dayOf(new Date(windowEnd.getTime() - 1))
  return settledAt.getTime() <= endOf(day) + graceMs ? day : dayOf(settledAt)
}

/** A settlement after midnight still belongs to the day before. */
export function lastMoment(day: string, settledAt: Date): Date {
  return new Date(Math.min(settledAt.getTime(), endOf(day) - 1))
}

export type ReviewHours = { usual: number; long: number }

/** Returns when earnings mature. Anonymous and new ad units are reviewed for longer. */
export function maturesAt(
  day: string,
  unit: { kind: string; createdAt: Date },
  hours: ReviewHours
): Date {
  const end = endOf(day)
  const isLong = unit.kind === 'app' || unit.createdAt.getTime() > end - newMs
  return new Date(end + (isLong ? hours.long : hours.usual) * hourMs)
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

function endOf(day: string): number {
  return Date.parse(day) + dayMs
}
