import { dayMs } from '@mille/api/durations.ts'

/** Returns the time the given number of days ago, relative to now, because pages count from today. */
export function sampleMoment(daysAgo: number): string {
  return new Date(Date.now() - daysAgo * dayMs).toISOString()
}

export function sampleDay(daysAgo: number): string {
  return sampleMoment(daysAgo).slice(0, 10)
}

/** Builds one item per day for the days up to today, oldest first. */
export function sampleDays<Day>(count: number, make: (daysAgo: number) => Day): Day[] {
  return Array.from({ length: count }, (_, index) => make(count - 1 - index))
}

export function pages(records: number) {
  return { pagination: { records } }
}
