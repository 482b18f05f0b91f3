import { dayMs } from '@mille/api/durations.ts'

/** By the number of the day. A node asks for yesterday, today and tomorrow all the time, and to write one takes a while. */
const written = new Map<number, string>()
const mostWritten = 1000

/** A day of UTC such as `2026-03-02`. */
export function dayOf(moment: Date): string {
  return dayOfNumber(Math.floor(moment.getTime() / dayMs))
}

export function dayAfter(day: string, count: number): string {
  return dayOfNumber(Date.parse(day) / dayMs + count)
}

function dayOfNumber(number: number): string {
  let day = written.get(number)
  if (day === undefined) {
    if (written.size >= mostWritten) written.clear()
    day = new Date(number * dayMs).toISOString().slice(0, 10)
    written.set(number, day)
  }
  return day
}
