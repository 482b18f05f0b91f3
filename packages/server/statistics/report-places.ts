import { countryName, letterPairs } from '@mille/api/campaigns/countries.ts'
import {
  type ReportFilterName,
  reportFilterInputs,
  reportFilters
} from '@mille/api/reports/constants.ts'
import { findPlacesProblem, hasPlaces, isOfCampaigns, splitOf } from '@mille/api/reports/places.ts'
import { type RawBuilder, sql } from 'kysely'
import { placeSums, reportedDays } from '../delivery/index.ts'
import type { ReportQuery } from './report-query.ts'
import { isOfAccount } from './report-sums.ts'

/** The query member that narrows a report, for each kind of filter. */
const members = {
  campaign: 'campaigns',
  site: 'sites',
  ad_unit: 'units',
  banner: 'banners',
  language: 'languages',
  country: 'countries',
  device: 'devices',
  system: 'systems'
} as const satisfies Record<ReportFilterName, keyof ReportQuery>

function choiceOf(query: ReportQuery) {
  const { side, groupBy } = query
  return { side, groupBy, filters: reportFilters.filter(it => query[members[it]] !== null) }
}

/**
 * Whether a report splits views by place or by operating system, and therefore covers whole UTC days; null for every
 * other report.
 */
export function splitOfReport(query: ReportQuery): ReturnType<typeof splitOf> {
  return splitOf(choiceOf(query))
}

export function isOfPlaces(query: ReportQuery): boolean {
  return hasPlaces(choiceOf(query))
}

/**
 * Describes which part of a report cannot be combined with countries and devices, or with operating systems. Null when
 * none.
 */
export function placesProblemOf(query: ReportQuery) {
  const problem = findPlacesProblem(choiceOf(query))
  if (!problem) return null
  const { name, possible } = problem
  const split = splitOfReport(query) === 'system' ? 'operating system' : 'country or device'
  const about = `in a report by or narrowed by ${split}`
  if (name === query.groupBy)
    return { pointer: 'group_by', detail: `must be one of ${possible.join(', ')} ${about}` }
  const others = possible.filter(it => it in reportFilterInputs).join(', ')
  return {
    pointer: reportFilterInputs[name as ReportFilterName],
    detail: `must be left out ${about}, which can be narrowed by ${others}`
  }
}

/**
 * Selects views counted by country and device, or by operating system, for what the report is narrowed to. `at` is the
 * start of a day. By country and device, days before `summedUntil` are in `summed` and later ones in `places`. For a
 * whole account, `summed` has only its own rows.
 */
export function placesOf(
  query: ReportQuery,
  summedUntil: string
): {
  places: RawBuilder<unknown>
  summed: RawBuilder<unknown> | null
  isOfCampaigns: boolean
} {
  const isOf = isOfCampaigns(choiceOf(query))
  const split = splitOfReport(query) ?? 'place'
  const isAsked =
    split === 'system'
      ? isAmong('system', query.systems)
      : sql`${isAmong('country', query.countries)} and ${isAmong('device', query.devices)}`
  const inTime = (rows: RawBuilder<unknown>) => sql`(
    select *, day::timestamp at time zone 'UTC' as at from ${rows} as it
    where day >= ${query.from}::date and day <= ${query.to}::date and ${isAsked})`
  const owner = isOf ? 'campaign' : 'unit'
  const places = inTime(reportedDays[owner][split])
  if (split === 'system') return { places, summed: null, isOfCampaigns: isOf }
  const sums = placeSums[isOfAccount(query) ? 'account' : owner]
  return {
    places: sql`(select * from ${places} as later where day >= ${summedUntil}::date)`,
    summed: sql`(select * from ${inTime(sums)} as sums where day < ${summedUntil}::date)`,
    isOfCampaigns: isOf
  }
}

function isAmong(column: string, keys: string[] | null) {
  return keys === null ? sql`true` : sql`${sql.ref(column)} = any(${keys}::text[])`
}

/** Country names by key, as a JSON object: the database sorts and searches by these names. */
export const countryNames = JSON.stringify({
  ...Object.fromEntries(letterPairs.map(code => [code, countryName(code)])),
  ZZ: 'Unknown',
  other: 'Other countries'
})
