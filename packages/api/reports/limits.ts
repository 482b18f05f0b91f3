import { maxReportDays, type ReportFilterName } from './constants.ts'
import type { Choice } from './places.ts'
import { daysBetween } from './ranges.ts'

const ofCampaigns: readonly ReportFilterName[] = ['campaign', 'banner']
const ofUnits: readonly ReportFilterName[] = ['site', 'ad_unit', 'language']

/** Checks whether the rows of a report are hours, or hours of the day. */
export const isByHours = ({ groupBy }: Pick<Choice, 'groupBy'>) =>
  groupBy === 'hour' || groupBy === 'hour_of_day'

/**
 * Returns how many days a report can have. Rows by hour need the counters of each hour, which are many where no sums of
 * hours fit the filters: for campaigns on certain ad units, and for an account or the network by page language.
 */
export function maxDaysOf({ side, groupBy, filters }: Choice): number {
  if (!isByHours({ groupBy })) return maxReportDays.other
  const isOfUnits = filters.some(it => ofUnits.includes(it))
  const isOfBoth = isOfUnits && filters.some(it => ofCampaigns.includes(it))
  if (isOfBoth) return maxReportDays.campaignHour
  if (side !== 'publisher' && filters.includes('language')) return maxReportDays.languageHour
  return groupBy === 'hour' || filters.length > 0 ? maxReportDays.hour : maxReportDays.other
}

/** Checks whether a report has more days than `maxDaysOf` allows. */
export function isTooLong(range: { from: string; to: string }, choice: Choice): boolean {
  return daysBetween(range.from, range.to) > maxDaysOf(choice)
}
