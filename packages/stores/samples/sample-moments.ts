import { dayMs } from '@mille/api/durations.ts'

/** So many days ago; before now, as pages count from today. */
export function sampleMoment(daysAgo: number): string {
  return new Date(Date.now() - daysAgo * dayMs).toISOString()
}

export function sampleDay(daysAgo: number): string {
  return sampleMoment(daysAgo).slice(0, 10)
}

/** The days up to today, the oldest first. */
export function sampleDays<Day>(count: number, make: (daysAgo: number) => Day): Day[] {
  return Array.from({ length: count }, (_, index) => make(count - 1 - index))
}

export function pages(records: number) {
  return { pagination: { records } }
}
