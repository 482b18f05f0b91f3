import type { ReportFilterName, ReportGroup, reportSides } from './constants.ts'

type Choice = {
  side: (typeof reportSides)[number]
  groupBy: ReportGroup
  /** What the report is narrowed by. */
  filters: readonly ReportFilterName[]
}

const always: readonly ReportGroup[] = ['country', 'device', 'day', 'month', 'weekday']
const ofUnits: readonly ReportGroup[] = ['ad_unit', 'site', 'language']

/** Whether a report is by or narrowed by country or device. */
export function hasPlaces({ groupBy, filters }: Omit<Choice, 'side'>): boolean {
  return [groupBy, ...filters].some(it => it === 'country' || it === 'device')
}

/** Views are counted by country and device for whole days of UTC, whichever time zone is asked for. */
export function zoneOfDays(choice: Omit<Choice, 'side'>, timeZone: string): string {
  return hasPlaces(choice) ? 'UTC' : timeZone
}

/** Whether views by country and device are those of campaigns, and not those of ad units. */
export function isOfCampaigns({ side, groupBy, filters }: Choice): boolean {
  return side === 'advertiser' || groupBy === 'campaign' || filters.includes('campaign')
}

/**
 * Views are counted by country and device for whole days, once for their campaign and once for their ad unit. So a report by or
 * narrowed by one of these has no hours and no banners. One of an advertiser can have campaigns; one of a publisher ad units, sites
 * and languages; and one of the network either. Says what does not go with them, and what goes.
 */
export function findPlacesProblem(
  choice: Choice
): { name: ReportGroup; possible: readonly ReportGroup[] } | null {
  if (!hasPlaces(choice)) return null
  const possible = [...always, ...(isOfCampaigns(choice) ? ['campaign' as const] : ofUnits)]
  const name = [choice.groupBy, ...choice.filters].find(it => !possible.includes(it))
  return name ? { name, possible } : null
}
