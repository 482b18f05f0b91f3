import { dayMs } from '@mille/api/durations.ts'

/** A day of UTC such as `2026-11-27`. */
export const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

export const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

export const addDays = (day: string, days: number) => dayOf(Date.parse(day) + days * dayMs)

/** How many days a range has, both ends included. */
export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1
