import { dayMs, hourMs } from '@mille/api/durations.ts'

/** A window that is settled this much after its day counts as earned on the day on which it was settled. */
const graceMs = hourMs
/** How long a unit is new. */
const newMs = 30 * dayMs

/**
 * The day, in UTC, on which something was earned: that of the window, and the day of the settlement for a window that was
 * settled late, because what was earned on the day of the window may have moved on by then.
 */
export function earningDay(windowEnd: Date, settledAt: Date): string {
  const day = dayOf(new Date(windowEnd.getTime() - 1))
  return settledAt.getTime() <= endOf(day) + graceMs ? day : dayOf(settledAt)
}

/** What is settled after midnight still belongs to the day before. */
export function lastMoment(day: string, settledAt: Date): Date {
  return new Date(Math.min(settledAt.getTime(), endOf(day) - 1))
}

export type ReviewHours = { usual: number; long: number }

/** Anonymous units and those that are new are looked at for longer. */
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
