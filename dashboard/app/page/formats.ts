import { dayMs } from '@mille/api/durations.ts'
import { type Asset, formatUnits } from '@mille/money/amount.ts'

// The time zone is fixed, so that the server and the browser write the same; the network counts its days in UTC.
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
/** `24 Nov 2026, 16:00–18:00 UTC`; midnight at its end is 24:00 of the same day. */
export function formatPeriod(start: string, end: string): string {
  const isMidnight = new Date(end).getTime() % dayMs === 0
  const lastDay = formatDate(new Date(Date.parse(end) - (isMidnight ? 1 : 0)).toISOString())
  const endTime = isMidnight ? '24:00 UTC' : formatTime(end)
  const from = `${formatDate(start)}, ${time.format(new Date(start))}`
  return lastDay === formatDate(start) ? `${from}–${endTime}` : `${from} – ${lastDay}, ${endTime}`
}
/** Of a moment that is at most a day away. */
export const formatTime = (moment: string) => `${time.format(new Date(moment))} UTC`
export const formatCount = (count: number) => number.format(count)

/** For places that take text only; elsewhere it is `Amount`. */
export function formatMoney(units: bigint, asset: Asset): string {
  return `${formatUnits(units, asset === 'BTC' ? 8 : 2)} ${asset}`
}

/** A part of a whole, such as clicks of viewable impressions, in percent; of nothing there is no rate. */
export function formatRate(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((part / whole) * 100).toFixed(2)}%`
}
