import { dayMs } from '@mille/api/durations.ts'

let latest = { number: Number.NaN, day: '' }

/** A day of UTC such as `2026-03-02`. The latest is kept: each decision asks for today, and to write it takes a while. */
export function dayOf(moment: Date): string {
  const number = Math.floor(moment.getTime() / dayMs)
  if (number !== latest.number) latest = { number, day: moment.toISOString().slice(0, 10) }
  return latest.day
}

export function dayAfter(day: string, count: number): string {
  return dayOf(new Date(Date.parse(day) + count * dayMs))
}
