import type { ReportFilterName, ReportGroup, reportSides } from './constants.ts'

type Choice = {
  side: (typeof reportSides)[number]
  groupBy: ReportGroup
  filters: readonly ReportFilterName[]
}

/**
 * Dimensions that can be combined: views are counted by country and device in one table and by operating system in
 * another, but not by all three.
 */
const groupsOf = { place: ['country', 'device'], system: ['system'] } as const
const always: readonly ReportGroup[] = ['day', 'month', 'weekday']
const ofUnits: readonly ReportGroup[] = ['ad_unit', 'site', 'language']

/**
 * Returns `place` for a report by country or device, `system` for one by operating system, and null for all other
 * reports.
 */
export function splitOf({ groupBy, filters }: Omit<Choice, 'side'>): 'place' | 'system' | null {
  const first = [groupBy, ...filters].find(
    it => it === 'country' || it === 'device' || it === 'system'
  )
  if (!first) return null
  return first === 'system' ? 'system' : 'place'
}

/** Checks whether a report is grouped or filtered by country, device, or operating system. */
export function hasPlaces(choice: Omit<Choice, 'side'>): boolean {
  return splitOf(choice) !== null
}

/**
 * Returns the report's time zone. Views by country, device, or operating system are counted in days of UTC, whatever
 * time zone is requested.
 */
export function zoneOfDays(choice: Omit<Choice, 'side'>, timeZone: string): string {
  return hasPlaces(choice) ? 'UTC' : timeZone
}

/**
 * Checks whether the report uses the views of campaigns by country, device, or operating system instead of those of ad
 * units.
 */
export function isOfCampaigns({ side, groupBy, filters }: Choice): boolean {
  return side === 'advertiser' || groupBy === 'campaign' || filters.includes('campaign')
}

/**
 * Views are counted for whole days by country and device, and separately by operating system, once per campaign and
 * once per ad unit. A report grouped or filtered by these therefore has no hours and no banners: an advertiser's can
 * use campaigns; a publisher's ad units, sites, and languages; the network's either. Returns the first dimension that
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
