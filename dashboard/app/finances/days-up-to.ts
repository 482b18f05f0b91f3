import { dayMs } from '@mille/api/durations.ts'
import { dayOf } from '@mille/stores/shared/days.ts'

/** Days such as 2026-03-02, in UTC, up to the one of the moment. */
export function daysUpTo(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    dayOf(now.getTime() - (count - 1 - index) * dayMs)
  )
}
