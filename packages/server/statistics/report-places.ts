import { countryName, letterPairs } from '@mille/api/campaigns/countries.ts'
import {
  type ReportFilterName,
  reportFilterInputs,
  reportFilters
} from '@mille/api/reports/constants.ts'
import { findPlacesProblem, hasPlaces, isOfCampaigns, splitOf } from '@mille/api/reports/places.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import { placeSums, readDaysSince, reportedDays } from '../delivery/index.ts'
import type { ReportQuery } from './report-query.ts'
import { isOfAccount } from './report-sums.ts'

/** The query member that narrows a report, for each kind of filter. */
const members = {
  campaign: 'campaigns',
  site: 'sites',
  ad_unit: 'units',
  banner: 'banners',
  creative: 'creatives',
  language: 'languages',
  country: 'countries',
  device: 'devices',
  system: 'systems'
} as const satisfies Record<ReportFilterName, keyof ReportQuery>

/** Returns what a report is about, as the rules of the contract name it. */
export function choiceOf(query: ReportQuery) {
  const { side, groupBy } = query
  return { side, groupBy, filters: reportFilters.filter(it => query[members[it]] !== null) }
}

/**
 * Whether a report splits views by place, by operating system or by creative, and therefore covers whole UTC days; null for every
 * other report.
 */
function splitOfReport(query: ReportQuery): ReturnType<typeof splitOf> {
  return splitOf(choiceOf(query))
}

export function isOfPlaces(query: ReportQuery): boolean {
  return hasPlaces(choiceOf(query))
}

const splitNames = {
  place: 'country or device',
  system: 'operating system',
  creative: 'creative'
} as const

/** Returns the first day of which the report's views are known in full. Null if they are known of all days. */
export async function readSplitSince(db: Database, query: ReportQuery): Promise<string | null> {
  const split = splitOfReport(query)
  if (split === null) return null
  const isOfUnits = split === 'creative' && !isOfCampaigns(choiceOf(query))
  return readDaysSince(db, isOfUnits ? 'unitCreative' : split)
}

/** Whether a report has how often ads were served: by country, device and system, that is not counted. */
export function hasServed(query: ReportQuery): boolean {
  const split = splitOfReport(query)
  return split === null || split === 'creative'
}

/**
 * Describes which part of a report cannot be combined with countries and devices, with operating systems, or with
 * creatives. Null when none.
 */
export function placesProblemOf(query: ReportQuery) {
  const problem = findPlacesProblem(choiceOf(query))
  if (!problem) return null
  const { name, possible } = problem
  const split = splitNames[splitOfReport(query) ?? 'place']
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
 * Selects views counted by country and device, by operating system, or by creative, for what the report is narrowed to. `at` is the
 * start of a day. By country and device, days before `summedUntil` are in `summed` and later ones in `places`, and one
 * of them is null if the report has no such days: to find nothing in a large index takes time as well. For a whole
 * account, `summed` has only its own rows.
 */
export function placesOf(
  query: ReportQuery,
  summedUntil: string
): {
  places: RawBuilder<unknown> | null
  summed: RawBuilder<unknown> | null
  isOfCampaigns: boolean
} {
  const isOf = isOfCampaigns(choiceOf(query))
  const split = splitOfReport(query) ?? 'place'
  const isAsked = isAskedOf(query)[split]
  const inTime = (rows: RawBuilder<unknown>, since: string, isBefore: RawBuilder<unknown>) => sql`(
    select *, day::timestamp at time zone 'UTC' as at from ${rows} as it
    where day >= ${since}::date and ${isBefore} and ${isAsked})`
  const { from, to } = query
  const isUpToLast = sql`day <= ${to}::date`
  const owner = isOf ? 'campaign' : 'unit'
  const placesSince = (since: string) => inTime(reportedDays[owner][split], since, isUpToLast)
  if (split !== 'place') return { places: placesSince(from), summed: null, isOfCampaigns: isOf }
  const sums = placeSums[isOfAccount(query) ? 'account' : owner]
  const isSummed = to < summedUntil ? isUpToLast : sql`day < ${summedUntil}::date`
  return {
    places: to < summedUntil ? null : placesSince(from < summedUntil ? summedUntil : from),
    summed: from < summedUntil ? inTime(sums, from, isSummed) : null,
    isOfCampaigns: isOf
  }
}

const isAskedOf = ({ countries, devices, systems, creatives }: ReportQuery) => ({
  place: sql`${isAmong('country', countries)} and ${isAmong('device', devices)}`,
  system: isAmong('system', systems),
  creative: creatives === null ? sql`true` : sql`creative_id = any(${creatives}::integer[])`
})

function isAmong(column: string, keys: string[] | null) {
  return keys === null ? sql`true` : sql`${sql.ref(column)} = any(${keys}::text[])`
}

/** Country names by key, as a JSON object: the database sorts and searches by these names. */
export const countryNames = JSON.stringify({
  ...Object.fromEntries(letterPairs.map(code => [code, countryName(code)])),
  ZZ: 'Unknown',
  other: 'Other countries'
})
