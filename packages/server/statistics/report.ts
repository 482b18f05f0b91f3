import { maxReportLines } from '@mille/api/reports/constants.ts'
import type { Report } from '@mille/api/reports/endpoints.ts'
import { isByHours, isTooLong, maxDaysOf } from '@mille/api/reports/limits.ts'
import { addDays } from '@mille/api/reports/ranges.ts'
import type { networkReportInput, ReportFilter } from '@mille/api/reports/schema.ts'
import { dayIn } from '@mille/api/time-zones.ts'
import type { z } from 'zod'
import { findUser } from '../accounts/index.ts'
import type { Database } from '../db/connect.ts'
import { withinTime } from '../db/within-time.ts'
import { csvReply, failure, type Reply, reply } from '../http/answers/reply.ts'
import type { Call } from '../http/serve.ts'
import { readProgress } from '../settlement/index.ts'
import { findForSale } from '../traffic-selection/index.ts'
import { readAdvertisers } from './report-advertisers.ts'
import { reportCsv } from './report-csv.ts'
import { findTooMuch } from './report-limits.ts'
import {
  choiceOf,
  hasServed,
  isOfPlaces,
  placesProblemOf,
  readSplitSince
} from './report-places.ts'
import {
  type FigureRow,
  hasMoney,
  hasRequests,
  type ReportQuery,
  readNames,
  readReport
} from './report-query.ts'

type Input = z.output<typeof networkReportInput> & Partial<Pick<ReportQuery, 'side'>>

/** A request for a report, and the account that asks for it. */
export type Asked = Pick<Call<Input>, 'context' | 'input'> & { user: { id: number } }

const defaultDays = 30
const moments: readonly string[] = ['hour', 'day', 'month', 'weekday', 'hour_of_day']

/**
 * Answers a report by days of the reader's time zone: for the account that asks or, for operators, for the whole
 * network.
 */
export async function answerReport(call: Asked): Promise<Reply<Report>> {
  const { context, user, input } = call
  const query = await queryOf(call)
  const problem = problemOf(query)
  if (problem) return failure('invalid', problem)
  const read = await withinTime(context.db, async tx => {
    const counted = await readCounted(tx, query)
    if (!counted.ok) return counted
    return { ...counted, advertisers: await readAdvertisers(tx, query, counted.rows) }
  })
  if (!read.ok) return failure('report_too_large')
  if (!read.value.ok) return read.value
  const { rows, total, records, placesSince, advertisers } = read.value
  const progress = await readProgress(context.db)
  const settledUntil =
    progress && 'settledUntil' in progress ? progress.settledUntil.toISOString() : null
  const toRow = (row: FigureRow) => ({ key: row.key, name: row.name, ...figuresOf(row, query) })
  const { side, from, to, timeZone } = query
  return reply({
    data: {
      type: 'reports',
      id: String(user.id),
      attributes: {
        ...{ side, from, to, time_zone: timeZone, group_by: input.group_by },
        filters: await filtersOf(context.db, query),
        settled_until: settledUntil,
        places_since: placesSince,
        rows: rows.map(toRow),
        advertisers,
        for_sale: await forSaleOf(context.db, query, rows),
        total: figuresOf(total, query)
      }
    },
    meta: { pagination: { records } }
  })
}

/** Returns all rows of the same report, in the same order, as a CSV file. */
export async function downloadReport(call: Asked): Promise<Reply<string>> {
  const query = { ...(await queryOf(call)), offset: 0, limit: maxReportLines }
  const problem = problemOf(query)
  if (problem) return failure('invalid', problem)
  const read = await withinTime(call.context.db, tx => readCounted(tx, query))
  if (!read.ok) return failure('report_too_large')
  if (!read.value.ok) return read.value
  const name = `mille-report-${query.groupBy}-${query.from}-${query.to}.csv`
  return csvReply('', name, reportCsv(query, read.value.rows))
}

/**
 * Reads a report, or refuses one with too much to add up. Days before views were counted by country, device, operating system or creative have no rows, instead of rows
 * with 0.
 */
async function readCounted(db: Database, query: ReportQuery) {
  const placesSince = await readSplitSince(db, query)
  const isLater = placesSince !== null && placesSince > query.from
  const known = isLater ? { ...query, from: placesSince } : query
  const tooMuch = await findTooMuch(db, known)
  if (tooMuch) return tooMuch
  return { ok: true as const, ...(await readReport(db, known)), placesSince }
}

async function queryOf(call: Asked): Promise<ReportQuery> {
  const { context, user, input } = call
  const zone = input.time_zone ?? (await findUser(context.db, user.id))?.time_zone ?? 'UTC'
  const query = queryIn(call, zone)
  return isOfPlaces(query) ? queryIn(call, 'UTC') : query
}

function queryIn({ context, user, input }: Asked, timeZone: string): ReportQuery {
  const to = input.to ?? dayIn(context.now().getTime(), timeZone)
  const sort = input.sort ?? (moments.includes(input.group_by) ? 'key' : 'billable')
  const order = input.order ?? (sort === 'key' || sort === 'name' ? 'asc' : 'desc')
  return {
    side: input.side ?? 'network',
    userId: user.id,
    ...{ from: input.from ?? addDays(to, 1 - defaultDays), to, timeZone },
    groupBy: input.group_by,
    campaigns: numbers(input.campaign_ids),
    sites: numbers(input.site_ids),
    units: numbers(input.ad_unit_ids),
    banners: numbers(input.banner_ids),
    creatives: numbers(input.creative_ids),
    languages: input.languages ?? null,
    countries: input.countries ?? null,
    devices: input.devices ?? null,
    systems: input.systems ?? null,
    search: input.search?.trim() ?? '',
    ...{ sort, isDescending: order === 'desc' },
    ...{ offset: input['page[offset]'], limit: input['page[limit]'] }
  }
}

function problemOf(query: ReportQuery) {
  const choice = choiceOf(query)
  if (query.from > query.to) return { pointer: 'from', detail: 'must not be after to' }
  if (!isTooLong(query, choice)) return placesProblemOf(query)
  const before = `must be at most ${maxDaysOf(choice) - 1} days before to`
  if (!isByHours(query)) return { pointer: 'from', detail: before }
  const narrowed = choice.filters.length > 0 ? ' with these filters' : ''
  return {
    pointer: 'from',
    detail: `${before} in a report by ${query.groupBy}${narrowed}: choose a later day, or group by day`
  }
}

async function filtersOf(db: Database, query: ReportQuery): Promise<ReportFilter[]> {
  const { campaigns, sites, units, banners, creatives } = query
  const { languages, countries, devices, systems } = query
  const chosen = {
    ...{ campaign: campaigns, site: sites, ad_unit: units, banner: banners },
    creative: creatives,
    ...{ language: languages, country: countries, device: devices, system: systems }
  }
  const filters: ReportFilter[] = []
  for (const [group, keys] of Object.entries(chosen)) {
    const group_by = group as ReportFilter['group_by']
    if (keys === null) continue
    for (const named of await readNames(db, query, group_by, keys))
      filters.push({ group_by, ...named })
  }
  return filters
}

/** Returns the keys of an advertiser's sites or ad units that a campaign can select. */
async function forSaleOf(
  db: Database,
  { side, groupBy }: ReportQuery,
  rows: readonly FigureRow[]
): Promise<string[]> {
  if (side !== 'advertiser' || (groupBy !== 'site' && groupBy !== 'ad_unit')) return []
  const found = await findForSale(
    db,
    groupBy,
    rows.map(it => Number(it.key))
  )
  return found.map(String)
}

/** Converts counts to JSON numbers, as the API requires; no count exceeds the 9e15 that such a number can hold. */
function figuresOf(row: FigureRow, query: ReportQuery) {
  const isCounted = !isOfPlaces(query)
  return {
    served: hasServed(query) ? Number(row.served) : null,
    rendered: isCounted ? Number(row.rendered) : null,
    viewable: Number(row.viewable),
    billable: Number(row.billable),
    clicked: Number(row.clicked),
    rejected: isCounted ? Number(row.rejected) : null,
    ...requestsOf(row, query),
    money: hasMoney(query) ? { BTC: row.btc.toString(), USD: row.usd.toString() } : null
  }
}

/**
 * Returns the ad requests of a row. Null when ads were shown without any counted request, as before requests were
 * counted.
 */
function requestsOf({ requests, filled, rendered }: FigureRow, query: ReportQuery) {
  if (!hasRequests(query) || (requests === 0n && rendered > 0n))
    return { requests: null, filled: null }
  return { requests: Number(requests), filled: Number(filled) }
}

function numbers(ids: readonly string[] | undefined): number[] | null {
  return ids?.map(Number) ?? null
}
