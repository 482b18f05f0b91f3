import { dayMs } from '@mille/api/durations.ts'
import { dayOf } from '@mille/stores/shared/days.ts'

/** Returns the given number of days up to today, such as `2026-03-02`, in UTC. */
export function daysUpTo(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    dayOf(now.getTime() - (count - 1 - index) * dayMs)
  )
}
