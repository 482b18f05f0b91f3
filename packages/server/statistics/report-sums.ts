import { dayMs } from '@mille/api/durations.ts'
import type { ReportGroup } from '@mille/api/reports/constants.ts'
import { counterSums } from '../delivery/index.ts'
import { shareSums } from '../settlement/index.ts'
import type { ReportQuery } from './report-query.ts'

/** A time range that includes `from` and excludes `to`. What is in a range with `isLess` is subtracted. */
export type Range = { from: Date; to: Date; isLess?: boolean }

/**
 * The sources of a report's time range: sums of whole days, sums of hours, and rows that are not summed yet. A day of
 * which all but a few hours belong to the report is read as a whole, and these hours are subtracted.
 */
export type Parts = { days: Range[]; hours: Range[]; rows: Range[] }

/**
 * Picks the sums that fit a report: those of a whole account, of campaigns, of ad units, of both together for all
 * campaigns of an advertiser or for some campaigns, or of campaigns and page languages.
 */
export function sumsOf(query: ReportQuery): keyof typeof counterSums {
  if (isOfAccount(query)) return 'account'
  if (!isByCampaigns(query)) return 'unit'
  if (!isOfUnits(query)) return 'campaign'
  const { side, campaigns, banners, groupBy, units, sites } = query
  const isOfAll =
    side === 'advertiser' &&
    campaigns === null &&
    banners === null &&
    groupBy !== 'campaign' &&
    groupBy !== 'banner'
  if (isOfAll) return 'advertiserUnit'
  const isOfSomeUnits = side === 'publisher' || units !== null || sites !== null
  const isByUnit = groupBy === 'site' || groupBy === 'ad_unit'
  return isOfSomeUnits || isByUnit ? 'campaignUnit' : 'campaignLanguage'
}

/** Splits the time range for counters, which are summed up to `summedUntil`. */
export function partsOfCounters(query: ReportQuery, time: Range, summedUntil: Date): Parts {
  return partsOf(query, time, summedUntil, counterSums[sumsOf(query)].hasHours)
}

/** Splits the time range for ad requests, which are summed as soon as they are counted. */
export function partsOfRequests(query: ReportQuery, time: Range): Parts {
  return partsOf(query, time, time.to, true)
}

/** Splits the time range for settlement shares, which are summed up to `summedUntil`. */
export function partsOfShares(query: ReportQuery, time: Range, summedUntil: Date): Parts {
  return partsOf(query, time, summedUntil, shareSums[sumsOf(query)].hasWindows)
}

function partsOf(query: ReportQuery, time: Range, summedUntil: Date, hasHours: boolean): Parts {
  const to = time.to < summedUntil ? time.to : summedUntil
  const summed = time.from < to ? { from: time.from, to } : { from: to, to }
  const days = hasWholeDays(query)
    ? { from: nearestDay(summed.from, summedUntil), to: nearestDay(summed.to, summedUntil) }
    : { from: summed.to, to: summed.to }
  if (days.from >= days.to) days.from = days.to = summed.to
  const rest = [edgeOf(summed.from, days.from), edgeOf(days.to, summed.to)]
  const open = { from: time.from > summedUntil ? time.from : summedUntil, to: time.to }
  const isSome = ({ from, to }: Range) => from < to
  return {
    days: [days].filter(isSome),
    hours: hasHours ? rest.filter(isSome) : [],
    rows: (hasHours ? [open] : [...rest, open]).filter(isSome)
  }
}

/** Returns the hours from `from` to `to`, or the hours to subtract if `from` is later. */
const edgeOf = (from: Date, to: Date): Range =>
  from <= to ? { from, to } : { from: to, to: from, isLess: true }

/** Returns the midnight UTC that is nearest to the moment and up to which everything is summed. */
function nearestDay(moment: Date, summedUntil: Date): Date {
  const nearest = startOfDay(moment, dayMs / 2)
  return nearest <= summedUntil ? nearest : startOfDay(moment)
}

/** Whether every UTC day falls into a single row of the report; not so by the hour, or by days of another time zone. */
function hasWholeDays({ groupBy, timeZone }: ReportQuery): boolean {
  if (groupBy === 'hour' || groupBy === 'hour_of_day') return false
  return timeZone === 'UTC' || !['day', 'month', 'weekday'].includes(groupBy)
}

function startOfDay(moment: Date, later = 0): Date {
  return new Date(Math.floor((moment.getTime() + later) / dayMs) * dayMs)
}

const ofAccounts: readonly ReportGroup[] = [
  'hour',
  'day',
  'month',
  'weekday',
  'hour_of_day',
  'country',
  'device'
]

/** Whether a report is over time or by country or device, and covers everything that the account has. */
export function isOfAccount({ groupBy, campaigns, banners, ...query }: ReportQuery): boolean {
  return (
    ofAccounts.includes(groupBy) &&
    campaigns === null &&
    banners === null &&
    !isNarrowedByUnits(query)
  )
}

export function isByCampaigns({ side, groupBy, campaigns, banners }: ReportQuery): boolean {
  return (
    side === 'advertiser' ||
    groupBy === 'campaign' ||
    groupBy === 'banner' ||
    campaigns !== null ||
    banners !== null
  )
}

function isOfUnits({ side, groupBy, units, sites, languages }: ReportQuery): boolean {
  const isByUnit = groupBy === 'site' || groupBy === 'ad_unit' || groupBy === 'language'
  return side === 'publisher' || isByUnit || isNarrowedByUnits({ units, sites, languages })
}

export function isNarrowedByUnits({
  units,
  sites,
  languages
}: Pick<ReportQuery, 'units' | 'sites' | 'languages'>) {
  return units !== null || sites !== null || languages !== null
}
