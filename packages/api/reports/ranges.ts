import { dayMs } from '../durations.ts'

export const reportRanges = [
  'today',
  'yesterday',
  '7_days',
  '30_days',
  'this_month',
  'last_month',
  'custom'
] as const
export type ReportRange = (typeof reportRanges)[number]

/** Returns the number of days in a range, both ends included. */
export const daysBetween = (from: string, to: string) =>
  (Date.parse(to) - Date.parse(from)) / dayMs + 1

/** Returns the day that is a number of days after another one, or before it if the number is negative. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** Returns the first and last day, such as 2026-11-27, of a range that moves with the current day. */
export function daysOfRange(
  range: Exclude<ReportRange, 'custom'>,
  today: string
): { from: string; to: string } {
  const yesterday = addDays(today, -1)
  const firstOfMonth = `${today.slice(0, 8)}01`
  const endOfLastMonth = addDays(firstOfMonth, -1)
  const days = {
    today: { from: today, to: today },
    yesterday: { from: yesterday, to: yesterday },
    '7_days': { from: addDays(today, -6), to: today },
    '30_days': { from: addDays(today, -29), to: today },
    this_month: { from: firstOfMonth, to: today },
    last_month: { from: `${endOfLastMonth.slice(0, 8)}01`, to: endOfLastMonth }
  }
  return days[range]
}
