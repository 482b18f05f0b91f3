import { dayMs } from '@mille/api/durations.ts'
import { type Asset, formatUnits } from '@mille/money/amount.ts'

// The time zone is fixed to UTC, so that the server and the browser render the same text. The network's days are UTC
// days too.
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const date = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC'
})
const time = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC'
})
const number = new Intl.NumberFormat('en')

export const formatDay = (moment: string) => day.format(new Date(moment))
export const formatDate = (moment: string) => date.format(new Date(moment))
export const formatMoment = (moment: string) => `${formatDate(moment)}, ${formatTime(moment)}`
/** Formats a period, such as `24 Nov 2026, 16:00–18:00 UTC`. An end at midnight is 24:00 of the same day. */
export function formatPeriod(start: string, end: string): string {
  const isMidnight = new Date(end).getTime() % dayMs === 0
  const lastDay = formatDate(new Date(Date.parse(end) - (isMidnight ? 1 : 0)).toISOString())
  const endTime = isMidnight ? '24:00 UTC' : formatTime(end)
  const from = `${formatDate(start)}, ${time.format(new Date(start))}`
  return lastDay === formatDate(start) ? `${from}–${endTime}` : `${from} – ${lastDay}, ${endTime}`
}
/** Formats the time of a moment that is at most a day away. */
export const formatTime = (moment: string) => `${time.format(new Date(moment))} UTC`
export const formatCount = (count: number) => number.format(count)

/** Formats money for places that take only text. Other places use `Amount`. */
export function formatMoney(units: bigint, asset: Asset): string {
  return `${formatUnits(units, asset === 'BTC' ? 8 : 2)} ${asset}`
}

/** Formats a rate, such as clicks per viewable view, in percent. Without a whole there is no rate. */
export function formatRate(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((part / whole) * 100).toFixed(2)}%`
}
