import type { Api } from '@mille/api/client.ts'
import type { SavedView } from '@mille/api/report-links/endpoints.ts'
import {
  maxReportDays,
  type ReportFilterName,
  type ReportGroup,
  reportFilterInputs,
  reportFilters,
  reportSides,
  reportSorts
} from '@mille/api/reports/constants.ts'
import type { NetworkReportInput } from '@mille/api/reports/endpoints.ts'
import { isTooLong } from '@mille/api/reports/limits.ts'
import { findPlacesProblem, hasPlaces, zoneOfDays } from '@mille/api/reports/places.ts'
import {
  addDays,
  daysBetween,
  daysOfRange,
  type ReportRange,
  reportRanges
} from '@mille/api/reports/ranges.ts'
import { dayIn, isTimeZone } from '@mille/api/time-zones.ts'
import type { ExclusionTarget } from '@mille/api/traffic-sources/endpoints.ts'
import { isDay } from '../shared/days.ts'

export const reportIntervals = ['hour', 'day', 'month'] as const
export type ReportInterval = (typeof reportIntervals)[number]

/** What the rows of a report's table can be, other than periods of time. */
export const reportBreakdowns = [
  'campaign',
  'site',
  'ad_unit',
  'banner',
  'creative',
  'advertiser',
  'language',
  'country',
  'device',
  'system',
  'day',
  'weekday',
  'hour_of_day'
] as const satisfies readonly ReportGroup[]
export type ReportBreakdown = (typeof reportBreakdowns)[number]

export const reportMetrics = [
  'requests',
  'fill_rate',
  'served',
  'viewable',
  'billable',
  'clicked',
  'click_rate',
  'viewable_rate',
  'BTC',
  'USD'
] as const
export type ReportMetric = (typeof reportMetrics)[number]

export type ReportSort = (typeof reportSorts)[number]

/** The days of a report. */
export type ChosenRange = {
  range: ReportRange
  /** First and last day such as 2026-11-27, both included. */
  from: string
  to: string
}

/** Everything that a reader has chosen in a report. It is in the page's address, so it can be linked. */
export type ReportView = ChosenRange & {
  side: (typeof reportSides)[number]
  /** The time zone that the reader has chosen; `zoneOfView` returns the one that the report uses. */
  timeZone: string
  /** Whether the time zone comes from the address and differs from the account’s own. */
  isOtherZone: boolean
  isCompared: boolean
  interval: ReportInterval
  metric: ReportMetric
  breakdown: ReportBreakdown
  filters: Partial<Record<ReportFilterName, readonly string[]>>
  search: string
  sort: ReportSort
  isDescending: boolean
  /** Page of the table, from 1. */
  page: number
}

/**
 * Rows of an advertiser’s report that can be excluded from a campaign: the only one in the report, or else any
 * campaign.
 */
export type Excludable = { target: ExclusionTarget; campaignId: string | null; keys: string[] }

/** Returns the rows that can be excluded; null unless the rows are sites or ad units in an advertiser's report. */
export function excludableOf(
  { side, breakdown, filters }: Pick<ReportView, 'side' | 'breakdown' | 'filters'>,
  keys: readonly string[]
): Excludable | null {
  if (side !== 'advertiser' || (breakdown !== 'site' && breakdown !== 'ad_unit')) return null
  const [campaignId = null, another] = filters.campaign ?? []
  return {
    target: breakdown,
    campaignId: another === undefined ? campaignId : null,
    keys: keys.filter(it => it !== '0')
  }
}

/** Returns the number of rows per page. Hours of the day and days of a month fit on one page. */
export function rowsOnPage(breakdown: ReportBreakdown): number {
  return breakdown === 'hour_of_day' || breakdown === 'day' ? 31 : 20
}

/** Breakdowns that a side does not have. Operators have those of both sides. */
const notOfSide: Record<ReportView['side'], readonly string[]> = {
  advertiser: ['advertiser'],
  publisher: ['campaign', 'banner'],
  network: []
}
/** A publisher cannot choose creatives, of which it might not have shown some. */
const filtersOfAdvertisers: readonly string[] = ['campaign', 'banner', 'creative']
const onlyForPublishers: readonly string[] = ['requests', 'fill_rate']

/** Metrics that are counted by country, device and operating system. By creative, `served` is counted too. */
const metricsOfPlaces: readonly string[] = ['viewable', 'billable', 'clicked', 'click_rate']

type Narrowed = Pick<ReportView, 'side' | 'filters'>
type Range = Pick<ReportView, 'from' | 'to'>

/**
 * Returns the possible breakdowns: countries, devices, operating systems and creatives cannot be combined with every other filter
 * or breakdown, and hours of the day not with every length of the range.
 */
export function breakdownsOf(view: Narrowed & Range): readonly ReportBreakdown[] {
  return breakdownsOfAnyRange(view).filter(it => fits(view, it))
}

function breakdownsOfAnyRange(view: Narrowed): readonly ReportBreakdown[] {
  return reportBreakdowns.filter(it => !notOfSide[view.side].includes(it) && isPossible(view, it))
}

/** Checks whether rows of this kind can also narrow the report. */
export function canFilterBy(side: ReportView['side'], name: string): name is ReportFilterName {
  const isOfSide = side !== 'publisher' || !filtersOfAdvertisers.includes(name)
  return isOfSide && reportFilters.some(it => it === name)
}

/** Checks whether the range is short enough for reports by the group. */
const fits = ({ side, filters, ...range }: Narrowed & Range, groupBy: ReportGroup) =>
  !isTooLong(range, { side, groupBy, filters: namesOf(filters) })

/** Returns the possible metrics; advertisers have no ad requests, so theirs exclude these. */
export function metricsOf({ side, filters }: Narrowed): readonly ReportMetric[] {
  const isOfPlaces = isNarrowedByPlaces({ filters })
  return reportMetrics.filter(
    it =>
      (side !== 'advertiser' || !onlyForPublishers.includes(it)) &&
      (!isOfPlaces ||
        metricsOfPlaces.includes(it) ||
        (it === 'served' && filters.creative !== undefined))
  )
}

function isPossible({ side, filters }: Narrowed, groupBy: ReportGroup): boolean {
  return findPlacesProblem({ side, groupBy, filters: namesOf(filters) }) === null
}

function isNarrowedByPlaces({ filters }: Pick<ReportView, 'filters'>): boolean {
  return hasPlaces({ groupBy: 'day', filters: namesOf(filters) })
}

const namesOf = (filters: ReportView['filters']) => reportFilters.filter(it => filters[it])

/** Returns the default breakdown of a side's report. */
export function usualBreakdown(side: ReportView['side']): ReportBreakdown {
  return ({ advertiser: 'campaign', publisher: 'ad_unit', network: 'site' } as const)[side]
}

type Drawn = Narrowed & Range

/**
 * Returns the intervals that a chart of the range may use: hours for at most a month, or a week with some filters; days, unless the range is a
 * single day with hours; and months for longer ranges.
 */
export function intervalsOf(view: Drawn): ReportInterval[] {
  const { from, to, filters } = view
  const days = daysBetween(from, to)
  const hasHours = !isNarrowedByPlaces({ filters })
  return reportIntervals.filter(
    it =>
      (it === 'hour' && hasHours && fits(view, 'hour')) ||
      (it === 'day' && (days > 1 || !hasHours)) ||
      (it === 'month' && days > maxReportDays.hour)
  )
}

type Usual = { side?: ReportView['side']; timeZone?: string }

/** Returns the time zone of the page's days and hours; its tiles, chart and table all use the same one. */
export function zoneOfView(view: Pick<ReportView, 'breakdown' | 'filters' | 'timeZone'>): string {
  return zoneOfDays({ groupBy: view.breakdown, filters: namesOf(view.filters) }, view.timeZone)
}

/** Reads a view from an address. Missing or invalid parameters get defaults. */
export function viewOfSearch(
  search: URLSearchParams,
  nowMs: number,
  usual: Usual = {}
): ReportView {
  const side = oneOf(reportSides, search.get('side')) ?? usual.side ?? 'advertiser'
  const sort = oneOf(reportSorts, search.get('sort')?.replace(/^-/, '') ?? null)
  const filters: ReportView['filters'] = {}
  for (const name of reportFilters) {
    const values = search.get(name)?.split(',').filter(isKey).slice(0, 100) ?? []
    const isOfOthers = isPossible({ side, filters: { ...filters, [name]: values } }, 'day')
    if (values.length > 0 && canFilterBy(side, name) && isOfOthers) filters[name] = values
  }
  const breakdowns = breakdownsOfAnyRange({ side, filters })
  const usualOne = oneOf(breakdowns, usualBreakdown(side)) ?? 'day'
  const chosen = oneOf(breakdowns, search.get('by')) ?? usualOne
  const asked = search.get('zone')
  const isOtherZone = asked !== null && isTimeZone(asked)
  const timeZone = isOtherZone ? asked : (usual.timeZone ?? 'UTC')
  const range = rangeOf(search, dayIn(nowMs, zoneOfView({ breakdown: chosen, filters, timeZone })))
  const drawn = { side, filters, ...range }
  const breakdown = fits(drawn, chosen) ? chosen : usualOne
  return {
    side,
    ...range,
    ...{ timeZone, isOtherZone },
    isCompared: search.get('compare') === '1',
    interval: oneOf(intervalsOf(drawn), search.get('interval')) ?? usualInterval(drawn),
    metric: oneOf(metricsOf({ side, filters }), search.get('metric')) ?? 'billable',
    breakdown,
    filters,
    search: search.get('search')?.slice(0, 100) ?? '',
    ...(sort
      ? { sort, isDescending: search.get('sort')?.startsWith('-') === true }
      : usualSort(breakdown)),
    page: Math.min(Math.max(1, Math.floor(Number(search.get('page')) || 1)), 10_000)
  }
}

/** Returns the address parameters of a view, without default values. */
export function searchOfView(view: ReportView, usualSide?: ReportView['side']): URLSearchParams {
  const search = new URLSearchParams()
  const put = (name: string, value: string, usual: string) => {
    if (value !== usual) search.set(name, value)
  }
  put('side', view.side, usualSide ?? '')
  putRange(search, view)
  if (view.isOtherZone) search.set('zone', view.timeZone)
  put('compare', view.isCompared ? '1' : '', '')
  put('interval', view.interval, usualInterval(view))
  put('metric', view.metric, 'billable')
  put('by', view.breakdown, usualBreakdown(view.side))
  for (const [name, values] of Object.entries(view.filters)) search.set(name, values.join(','))
  put('search', view.search, '')
  const usual = usualSort(view.breakdown)
  put('sort', sortText(view), sortText(usual))
  put('page', String(view.page), '1')
  return search
}

type Change = Partial<Omit<ReportView, 'from' | 'to'>> & { from?: string; to?: string }

/** Changes a view. Choices that the change makes meaningless, such as the page of the previous table, are reset. */
export function changeView(view: ReportView, change: Change, nowMs: number): ReportView {
  const next = { ...view, ...(change.page === undefined && { page: 1 }), ...change }
  if (change.from ?? change.to) next.range = 'custom'
  if (next.from > next.to) [next.from, next.to] = [next.to, next.from]
  if (change.breakdown && change.sort === undefined)
    Object.assign(next, usualSort(change.breakdown), { search: '' })
  return viewOfSearch(searchOfView(next), nowMs, { timeZone: next.timeZone })
}

/** Adds or removes a value that narrows the report. */
export function toggleFilter(
  view: ReportView,
  name: ReportFilterName,
  key: string,
  nowMs: number
): ReportView {
  const before = view.filters[name] ?? []
  const after = before.includes(key) ? before.filter(it => it !== key) : [...before, key]
  const { [name]: _, ...others } = view.filters
  const filters = after.length === 0 ? others : { ...others, [name]: after }
  return changeView(view, { filters }, nowMs)
}

/** Returns the range of the same number of days that ends right before the given one. */
export function periodBefore({ from, to }: Pick<ReportView, 'from' | 'to'>) {
  const days = daysBetween(from, to)
  return { from: addDays(from, -days), to: addDays(to, -days) }
}

/** Returns the input for the call that loads the chart over time, without the side. */
export function timeInput(view: ReportView): NetworkReportInput {
  return { ...narrowing(view), group_by: view.interval, 'page[limit]': 1000 }
}

/** Returns the input for the calls that load the table and its CSV file. */
export function breakdownInput(view: ReportView): NetworkReportInput {
  return {
    ...narrowing(view),
    group_by: view.breakdown,
    ...(view.search.trim() === '' ? {} : { search: view.search.trim() }),
    sort: view.sort,
    order: view.isDescending ? 'desc' : 'asc',
    'page[offset]': (view.page - 1) * rowsOnPage(view.breakdown),
    'page[limit]': rowsOnPage(view.breakdown)
  }
}

/** Calls the endpoint for the report's side. */
export function callReport(
  api: Pick<Api, 'reports'>,
  { side }: Pick<ReportView, 'side'>,
  input: NetworkReportInput
) {
  return side === 'network'
    ? api.reports.readNetworkReport(input)
    : api.reports.readReport({ ...input, side })
}

/** Returns the path of the CSV file with every row of the table. */
export function reportFilePath(view: ReportView): string {
  const query = new URLSearchParams(view.side === 'network' ? {} : { side: view.side })
  for (const [name, value] of Object.entries(breakdownInput(view)))
    if (!name.startsWith('page['))
      for (const item of [value].flat()) query.append(name, String(item))
  const path = view.side === 'network' ? 'admin/network_reports' : 'reports'
  return `/api/v1/${path}.csv?${query}`
}

function narrowing(view: ReportView): NetworkReportInput {
  const { from, to, filters } = view
  return { from, to, time_zone: zoneOfView(view), ...filterInputs(filters) }
}

type FilterInputs = Pick<SavedView, (typeof reportFilterInputs)[keyof typeof reportFilterInputs]>

/** Converts a view's filters to the parameters of a report. */
export function filterInputs(filters: ReportView['filters']): FilterInputs {
  const chosen = reportFilters.filter(it => filters[it])
  return Object.fromEntries(chosen.map(it => [reportFilterInputs[it], [...(filters[it] ?? [])]]))
}

/** Reads the days of a report from an address; without valid ones, the last 30. */
export function rangeOf(search: URLSearchParams, today: string): ChosenRange {
  const range = oneOf(reportRanges, search.get('range')) ?? '30_days'
  if (range === 'custom') {
    const [from, to] = [search.get('from') ?? '', search.get('to') ?? '']
    const days = isDay(from) && isDay(to) ? daysBetween(from, to) : 0
    if (days >= 1 && days <= maxReportDays.other) return { range, from, to }
  }
  const known = range === 'custom' ? '30_days' : range
  return { range: known, ...daysOfRange(known, today) }
}

/** Adds the days of a report to the parameters of an address, unless they are the last 30. */
export function putRange(search: URLSearchParams, { range, from, to }: ChosenRange): void {
  if (range !== '30_days') search.set('range', range)
  if (range === 'custom') {
    search.set('from', from)
    search.set('to', to)
  }
}

function usualInterval({ from, to, filters }: Drawn): ReportInterval {
  const days = daysBetween(from, to)
  if (days <= 2) return isNarrowedByPlaces({ filters }) ? 'day' : 'hour'
  return days > 92 ? 'month' : 'day'
}

function usualSort(breakdown: ReportBreakdown): Pick<ReportView, 'sort' | 'isDescending'> {
  const isTime = breakdown === 'weekday' || breakdown === 'hour_of_day'
  if (breakdown === 'day') return { sort: 'key', isDescending: true }
  return { sort: isTime ? 'key' : 'billable', isDescending: !isTime }
}

const sortText = ({ sort, isDescending }: Pick<ReportView, 'sort' | 'isDescending'>) =>
  `${isDescending ? '-' : ''}${sort}`

function oneOf<Value extends string>(
  values: readonly Value[],
  text: string | null
): Value | undefined {
  return values.find(it => it === text)
}

const isKey = (text: string) => /^(\d{1,10}|[a-z]{2,8}|[A-Z]{2})$/.test(text)
