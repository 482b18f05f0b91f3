import type { ReportFilterName, ReportGroup, reportSides } from './constants.ts'

type Choice = {
  side: (typeof reportSides)[number]
  groupBy: ReportGroup
  /** What the report is narrowed by. */
  filters: readonly ReportFilterName[]
}

/** What goes together: there is a table of countries and devices, and one of operating systems, but none of all three. */
const groupsOf = { place: ['country', 'device'], system: ['system'] } as const
const always: readonly ReportGroup[] = ['day', 'month', 'weekday']
const ofUnits: readonly ReportGroup[] = ['ad_unit', 'site', 'language']

/** Whether a report is of views by country and device or of views by operating system; null for every other report. */
export function splitOf({ groupBy, filters }: Omit<Choice, 'side'>): 'place' | 'system' | null {
  const first = [groupBy, ...filters].find(
    it => it === 'country' || it === 'device' || it === 'system'
  )
  if (!first) return null
  return first === 'system' ? 'system' : 'place'
}

/** Whether a report is by or narrowed by country, device or operating system. */
export function hasPlaces(choice: Omit<Choice, 'side'>): boolean {
  return splitOf(choice) !== null
}

/** Such views are counted for whole days of UTC, whichever time zone is asked for. */
export function zoneOfDays(choice: Omit<Choice, 'side'>, timeZone: string): string {
  return hasPlaces(choice) ? 'UTC' : timeZone
}

/** Whether views by country, device or operating system are those of campaigns, and not those of ad units. */
export function isOfCampaigns({ side, groupBy, filters }: Choice): boolean {
  return side === 'advertiser' || groupBy === 'campaign' || filters.includes('campaign')
}

/**
 * Views are counted by country and device, and apart from these by operating system, for whole days, once for their campaign and once
 * for their ad unit. So a report by or narrowed by one of these has no hours and no banners. One of an advertiser can have campaigns;
 * one of a publisher ad units, sites and languages; and one of the network either. Says what does not go with them, and what goes.
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
