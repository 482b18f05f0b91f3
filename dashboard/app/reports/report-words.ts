import type { ReportGroup } from '@mille/api/reports/constants.ts'
import type { Report, ReportRow } from '@mille/api/reports/endpoints.ts'
import { dayIn } from '@mille/api/time-zones.ts'
import { type Asset, assets } from '@mille/money/amount.ts'
import {
  type ReportMetric,
  type ReportView,
  zoneOfView
} from '@mille/stores/reports/report-view.ts'
import { formatShort } from '../page/format-short.ts'
import { formatCount, formatDate, formatDay, formatMoment } from '../page/formats.ts'
import { columnOf, type MoneyColumn, shownText, tickText } from '../page/money/shown-money.ts'
import { reportMessages as messages } from './messages.ts'

export type Figures = Omit<ReportRow, 'key' | 'name'>

const month = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Returns the name of a row or filter, for groups whose names come from the account or a site. */
export function rowName(group: ReportGroup, { key, name }: { key: string; name: string }): string {
  switch (group) {
    case 'hour':
      return `${formatDay(key.slice(0, 10))}, ${key.slice(11)}:00`
    case 'day':
      return formatDay(key)
    case 'month':
      return month.format(new Date(`${key}-01`))
    case 'weekday':
      return messages.weekdays[Number(key) - 1] ?? key
    case 'hour_of_day':
      return `${key.padStart(2, '0')}:00`
    case 'language':
    case 'country':
      return name || key
    case 'device':
      return messages.devices[key] ?? key
    case 'system':
      return messages.systems[key] ?? key
    case 'campaign':
      return name || `${messages.untitled} (${key})`
    case 'site':
      return key === '0' ? messages.anonymous : name || key
    case 'ad_unit':
      return `${name || messages.anonymous} (${key})`
    case 'advertiser':
      return name || messages.unknownAdvertiser
    case 'creative':
      return `${name || messages.untitled} (${key})`
    case 'banner':
      return key === '0' ? messages.text : `${name} (${key})`
  }
}

const rates: readonly ReportMetric[] = ['click_rate', 'viewable_rate', 'fill_rate']

/** Returns the value of a metric. Rates are in percent, and 0 if there is nothing to divide by. */
export function metricOf(
  figures: Figures,
  metric: ReportMetric,
  columns: readonly MoneyColumn[]
): number | bigint {
  switch (metric) {
    case 'click_rate':
      return rateOf(figures.clicked, figures.billable)
    case 'viewable_rate':
      return rateOf(figures.viewable, figures.rendered ?? 0)
    case 'fill_rate':
      return rateOf(figures.filled ?? 0, figures.requests ?? 0)
    case 'requests':
      return figures.requests ?? 0
    case 'BTC':
    case 'USD':
      return figures.money ? columnOf(columns, metric).amountOf(figures.money).units : 0n
    default:
      return figures[metric] ?? 0
  }
}

/**
 * Formats a metric. `of` contains the money behind an amount: if a part of it is converted, the amount is marked as
 * approximate.
 */
export function formatMetric(
  value: number | bigint,
  metric: ReportMetric,
  columns: readonly MoneyColumn[],
  of: Figures
): string {
  if (metric === 'BTC' || metric === 'USD') {
    const column = columnOf(columns, metric)
    const isConverted = of.money !== null && column.amountOf(of.money).isConverted
    return shownText({ units: BigInt(value), isConverted }, column)
  }
  if (rates.includes(metric)) return `${Number(value).toFixed(2)}%`
  return formatCount(Number(value))
}

/** Formats a count, or a dash if nothing was counted. */
export function formatKnown(count: number | null): string {
  return count === null ? '–' : formatCount(count)
}

/**
 * Returns notes on the limits of data by country, device, operating system or creative. Empty for other reports. Of
 * these, only reports by creative have served ads.
 */
export function placesNotes({
  places_since,
  from,
  total
}: Pick<Report['data']['attributes'], 'places_since' | 'from' | 'total'>): string[] {
  if (places_since === null) return []
  const isEarlier = from < places_since
  return [
    total.served === null ? messages.placesOnly : messages.creativesOnly,
    ...(isEarlier ? [messages.placesSince(formatDate(places_since))] : [])
  ]
}

/** Formats a round number on a chart's axis: `2K`, `0.5%`, `0.001 BTC`. */
export function formatTick(
  value: number,
  metric: ReportMetric,
  columns: readonly MoneyColumn[]
): string {
  if (metric === 'BTC' || metric === 'USD') return tickText(value, columnOf(columns, metric))
  return `${formatShort(value)}${rates.includes(metric) ? '%' : ''}`
}

/** Returns the label of a metric. A money metric is named by the shown currency. */
export function metricLabel(metric: ReportMetric, columns: readonly MoneyColumn[]): string {
  if (metric === 'BTC' || metric === 'USD') return columnOf(columns, metric).unit
  return messages.metrics[metric]
}

/** Returns the change, such as `+12%`, or null if the earlier value is zero. */
export function changeOf(now: number | bigint, before: number | bigint): string | null {
  const [current, earlier] = [Number(now), Number(before)]
  if (earlier === 0) return null
  const percent = Math.round(((current - earlier) / earlier) * 100)
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)}%`
}

/** Returns the assets with money in either period, or only bitcoin if there are none. */
export function assetsOf(total: Figures, before: Figures | null): Asset[] {
  const has = (figures: Figures | null, asset: Asset) => (figures?.money?.[asset] ?? '0') !== '0'
  const some = assets.filter(asset => has(total, asset) || has(before, asset))
  return some.length > 0 ? some : ['BTC']
}

/** Returns null if some days of the previous period were not counted, because the periods then cannot be compared. */
export function wholeOrNull<Before extends { places_since: string | null; from: string }>(
  before: Before
): Before | null {
  return before.places_since !== null && before.from < before.places_since ? null : before
}

/** Returns notes on what the last bars are still missing, and why there is no comparison. */
export function notesOf(
  view: ReportView,
  line: Pick<Report['data']['attributes'], 'settled_until' | 'places_since' | 'total'>,
  before: unknown,
  nowMs: number
): string {
  const zone = zoneOfView(view)
  const today = dayIn(nowMs, zone)
  const running = view.to >= today ? messages.running(formatDate(today)) : ''
  const { settled_until, places_since, total } = line
  const settled =
    settled_until && total.money ? messages.settledUntil(formatMoment(settled_until)) : ''
  const uncompared =
    view.isCompared && !before && places_since ? messages.notCompared(formatDate(places_since)) : ''
  return [messages.daysOf(zone), running, settled, uncompared].filter(Boolean).join(' ')
}

function rateOf(part: number, whole: number): number {
  return whole === 0 ? 0 : (part / whole) * 100
}
