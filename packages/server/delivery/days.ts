import { dayMs } from '@mille/api/durations.ts'

/** Caches for formatting and parsing days, which is slow: a node needs yesterday, today and tomorrow all the time. */
const written = new Map<number, string>()
const read = new Map<string, number>()
const mostKnown = 1000

/** Returns the UTC day of a moment, such as `2026-03-02`. */
export function dayOf(moment: Date): string {
  return dayOfMs(moment.getTime())
}

export function dayOfMs(ms: number): string {
  return dayOfNumber(Math.floor(ms / dayMs))
}

export function dayAfter(day: string, count: number): string {
  return dayOfNumber(dayNumberOf(day) + count)
}

/** Returns the number of a day, counted from 1970-01-01. */
export function dayNumberOf(day: string): number {
  let number = read.get(day)
  if (number === undefined) {
    number = Date.parse(day) / dayMs
    if (read.size >= mostKnown) read.clear()
    read.set(day, number)
  }
  return number
}

function dayOfNumber(number: number): string {
  let day = written.get(number)
  if (day === undefined) {
    if (written.size >= mostKnown) written.clear()
    day = new Date(number * dayMs).toISOString().slice(0, 10)
    written.set(number, day)
  }
  return day
}
