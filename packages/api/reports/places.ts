import type { ReportFilterName, ReportGroup, reportSides } from './constants.ts'

/** What a report is about, as far as it decides what can be combined and for how long. */
export type Choice = {
  side: (typeof reportSides)[number]
  groupBy: ReportGroup
  filters: readonly ReportFilterName[]
}

/**
 * Dimensions that can be combined: views are counted by country and device in one table, by operating system in
 * another, and by creative in a third, but not by several of these at once.
 */
const groupsOf = {
  place: ['country', 'device'],
  system: ['system'],
  creative: ['creative']
} as const
export type ReportSplit = keyof typeof groupsOf
const splits: Partial<Record<ReportGroup, ReportSplit>> = {
  country: 'place',
  device: 'place',
  system: 'system',
  creative: 'creative'
}
const always: readonly ReportGroup[] = ['day', 'month', 'weekday']
const ofUnits: readonly ReportGroup[] = ['ad_unit', 'site', 'language']

/**
 * Returns `place` for a report by country or device, `system` for one by operating system, `creative` for one by
 * creative, and null for all other reports.
 */
export function splitOf({ groupBy, filters }: Omit<Choice, 'side'>): ReportSplit | null {
  const first = [groupBy, ...filters].find(it => splits[it])
  return (first && splits[first]) ?? null
}

/** Checks whether a report is grouped or filtered by country, device, operating system, or creative. */
export function hasPlaces(choice: Omit<Choice, 'side'>): boolean {
  return splitOf(choice) !== null
}

/**
 * Returns the report's time zone. Views by country, device, operating system, or creative are counted in days of UTC,
 * whatever time zone is requested.
 */
export function zoneOfDays(choice: Omit<Choice, 'side'>, timeZone: string): string {
  return hasPlaces(choice) ? 'UTC' : timeZone
}

/**
 * Checks whether the report uses the views of campaigns by country, device, operating system, or creative instead of
 * those of ad units. A publisher's report always has those of its ad units.
 */
export function isOfCampaigns({ side, groupBy, filters }: Choice): boolean {
  const isOf = (it: ReportGroup) => it === 'campaign' || it === 'creative'
  return side === 'advertiser' || (side !== 'publisher' && (isOf(groupBy) || filters.some(isOf)))
}

/**
 * Views are counted for whole days by country and device, separately by operating system, and separately by creative,
 * once per campaign and once per ad unit. A report grouped or filtered by these therefore has no hours, no banners, and
 * no advertisers: an advertiser's can use campaigns; a publisher's ad units, sites, and languages; the network's either,
 * or only campaigns with creatives. Returns the first dimension that
 * does not fit, with those that do.
 */
export function findPlacesProblem(
  choice: Choice
): { name: ReportGroup; possible: readonly ReportGroup[] } | null {
  const split = splitOf(choice)
  if (!split) return null
  const owners = isOfCampaigns(choice) ? ['campaign' as const] : ofUnits
  const possible = [...groupsOf[split], ...always, ...owners]
  const name = [choice.groupBy, ...choice.filters].find(it => !possible.includes(it))
  return name ? { name, possible } : null
}
