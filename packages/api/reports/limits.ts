import { dayMs } from '../durations.ts'
import {
  maxReportDays,
  type ReportFilterName,
  type ReportGroup,
  type reportSides
} from './constants.ts'

type Choice = {
  side: (typeof reportSides)[number]
  groupBy: ReportGroup
  filters: readonly ReportFilterName[]
}

const ofCampaigns: readonly ReportFilterName[] = ['campaign', 'banner']
const ofUnits: readonly ReportFilterName[] = ['site', 'ad_unit', 'language']

/**
 * Returns how many days a report can have. Rows by hour need the counters of each hour, which are many where no sums of
 * hours fit the filters: for campaigns on certain ad units, and for an account or the network by page language.
 */
export function maxDaysOf({ side, groupBy, filters }: Choice): number {
  if (groupBy !== 'hour' && groupBy !== 'hour_of_day') return maxReportDays.other
  const isOfUnits = filters.some(it => ofUnits.includes(it))
  const isOfBoth = isOfUnits && filters.some(it => ofCampaigns.includes(it))
  if (isOfBoth) return maxReportDays.campaignHour
  if (side !== 'publisher' && filters.includes('language')) return maxReportDays.languageHour
  return groupBy === 'hour' || filters.length > 0 ? maxReportDays.hour : maxReportDays.other
}

/** Returns the number of days from the first to the last day, both included. */
const daysOf = ({ from, to }: { from: string; to: string }) =>
  (Date.parse(to) - Date.parse(from)) / dayMs + 1

/** Checks whether a report has more days than `maxDaysOf` allows. */
export function isTooLong(range: { from: string; to: string }, choice: Choice): boolean {
  return daysOf(range) > maxDaysOf(choice)
}
