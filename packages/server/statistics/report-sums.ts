import { dayMs } from '@mille/api/durations.ts'
import type { ReportGroup } from '@mille/api/reports/constants.ts'
import { isByHours } from '@mille/api/reports/limits.ts'
import { counterSums } from '../delivery/index.ts'
import { shareSums } from '../settlement/index.ts'
import type { ReportQuery } from './report-query.ts'

/** A time range that includes `from` and excludes `to`. What is in a range with `isLess` is subtracted. */
export type Range = { from: Date; to: Date; isLess?: boolean }

/** The time range of a report, with the beginnings of its days and of the day after them in its time zone. */
export type ReportTime = Range & { days: readonly { day: string; at: Date }[] }

/** The moment that says to which day of another time zone most hours of a UTC day belong: just before noon. */
export const middleOfDay = '11:59:59.999'

/**
 * Hours of a UTC day that belong to another day of the report's time zone than most of that UTC day. They are
 * subtracted from the report's row that has `middle`, and added to their own unless the report excludes it.
 */
export type Moved = Range & { middle: Date }

/**
 * The sources of a report's time range: sums of whole days, sums of hours, and rows that are not summed yet. A day of
 * which all but a few hours belong to the report is read as a whole, and these hours are subtracted. In a report by days
 * or months of another time zone, a whole UTC day counts for the row that has most of its hours, and `moved` has the
 * hours that belong to another row.
 */
export type Parts = {
  days: Range[]
  hours: Range[]
  rows: Range[]
  moved: Moved[]
  hasHours: boolean
}

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
export function partsOfCounters(query: ReportQuery, time: ReportTime, summedUntil: Date): Parts {
  return partsOf(query, time, summedUntil, counterSums[sumsOf(query)].hasHours)
}

/** Splits the time range for ad requests, which are summed as soon as they are counted. */
export function partsOfRequests(query: ReportQuery, time: ReportTime): Parts {
  return partsOf(query, time, time.to, true)
}

/** Splits the time range for settlement shares, which are summed up to `summedUntil`. */
export function partsOfShares(query: ReportQuery, time: ReportTime, summedUntil: Date): Parts {
  return partsOf(query, time, summedUntil, shareSums[sumsOf(query)].hasWindows)
}

function partsOf(
  query: ReportQuery,
  time: ReportTime,
  summedUntil: Date,
  hasHours: boolean
): Parts {
  const to = time.to < summedUntil ? time.to : summedUntil
  const summed = time.from < to ? { from: time.from, to } : { from: to, to }
  const days = isByHours(query)
    ? { from: summed.to, to: summed.to }
    : { from: nearestDay(summed.from, summedUntil), to: nearestDay(summed.to, summedUntil) }
  if (days.from >= days.to) days.from = days.to = summed.to
  const edges = [edgeOf(summed.from, days.from), edgeOf(days.to, summed.to)]
  const isMoving = isByOtherDays(query)
  const rest = isMoving ? edges.filter(it => !it.isLess) : edges
  const open = { from: time.from > summedUntil ? time.from : summedUntil, to: time.to }
  const isSome = ({ from, to }: Range) => from < to
  return {
    days: [days].filter(isSome),
    hours: hasHours ? rest.filter(isSome) : [],
    rows: (hasHours ? [open] : [...rest, open]).filter(isSome),
    moved: isMoving ? movedOf(query, time, days) : [],
    hasHours
  }
}

/** Returns the hours of whole UTC days that belong to another row of the report than most hours of their UTC day. */
function movedOf({ groupBy }: ReportQuery, time: ReportTime, whole: Range): Moved[] {
  return time.days.flatMap(({ day, at }): Moved[] => {
    const from = startOfDay(at)
    const to = new Date(from.getTime() + dayMs)
    if (at.getTime() === from.getTime() || from < whole.from || from >= whole.to) return []
    const middle = new Date(from.getTime() + dayMs / 2 - 1)
    const hours = at <= middle ? { from, to: at } : { from: at, to }
    const isLess = hours.from < time.from || hours.from >= time.to
    const isSameRow = groupBy === 'month' && !day.endsWith('-01')
    if (isSameRow && !isLess) return []
    return [{ ...hours, isLess, middle }]
  })
}

/** Returns the hours from `from` to `to`, or the hours to subtract if `from` is later. */
const edgeOf = (from: Date, to: Date): Range =>
  from <= to ? { from, to } : { from: to, to: from, isLess: true }

/** Returns the midnight UTC that is nearest to the moment and up to which everything is summed. */
function nearestDay(moment: Date, summedUntil: Date): Date {
  const nearest = startOfDay(moment, dayMs / 2)
  return nearest <= summedUntil ? nearest : startOfDay(moment)
}

/** Whether the rows of a report are made of days that may begin at another time than those of UTC. */
export const isByOtherDays = ({ groupBy, timeZone }: ReportQuery) =>
  timeZone !== 'UTC' && ['day', 'month', 'weekday'].includes(groupBy)

export function startOfDay(moment: Date, later = 0): Date {
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
    groupBy === 'advertiser' ||
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
