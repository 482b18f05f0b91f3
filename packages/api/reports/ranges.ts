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

/** Returns the first and last day, such as 2026-11-27, of a range that moves with the current day. */
export function daysOfRange(
  range: Exclude<ReportRange, 'custom'>,
  today: string
): { from: string; to: string } {
  const before = (day: string, days: number) =>
    new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10)
  const yesterday = before(today, 1)
  const firstOfMonth = `${today.slice(0, 8)}01`
  const endOfLastMonth = before(firstOfMonth, 1)
  const days = {
    today: { from: today, to: today },
    yesterday: { from: yesterday, to: yesterday },
    '7_days': { from: before(today, 6), to: today },
    '30_days': { from: before(today, 29), to: today },
    this_month: { from: firstOfMonth, to: today },
    last_month: { from: `${endOfLastMonth.slice(0, 8)}01`, to: endOfLastMonth }
  }
  return days[range]
}
