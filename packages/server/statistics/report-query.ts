import { domainOf } from '@mille/api/host-names.ts'
import { languages } from '@mille/api/reference-data/languages.ts'
import {
  maxReportDays,
  type ReportGroup,
  type reportSides,
  type reportSorts
} from '@mille/api/reports/constants.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import {
  counterSums,
  readPlacesSummedUntil,
  readSummedUntil,
  requestSums
} from '../delivery/index.ts'
import { readSharesSummedUntil, shareSums } from '../settlement/index.ts'
import { countryNames, hasServed, isOfPlaces, placesOf } from './report-places.ts'
import {
  isByCampaigns,
  isByOtherDays,
  isNarrowedByUnits,
  isOfAccount,
  middleOfDay,
  type Parts,
  partsOfCounters,
  partsOfRequests,
  partsOfShares,
  type ReportTime,
  startOfDay,
  sumsOf
} from './report-sums.ts'

export type ReportQuery = {
  side: (typeof reportSides)[number]
  userId: number
  /** The first and last day of the report in its time zone, both included. */
  from: string
  to: string
  timeZone: string
  groupBy: ReportGroup
  campaigns: number[] | null
  sites: number[] | null
  units: number[] | null
  banners: number[] | null
  creatives: number[] | null
  languages: string[] | null
  /** Country codes: two letters, `ZZ` for unknown, or `other`. */
  countries: string[] | null
  devices: string[] | null
  systems: string[] | null
  search: string
  sort: (typeof reportSorts)[number]
  isDescending: boolean
  offset: number
  limit: number
}

/**
 * A query with the IDs of the campaigns and the ad units that it covers, and of the campaigns that used its banners; null
 * means all.
 */
type OwnQuery = ReportQuery & {
  own: { campaigns: number[] | null; units: number[] | null }
  ofBanners?: number[] | null
}

/**
 * Figures of a report row. Amounts are settled ones, in units of 1e-8. What is not counted by country, device, system or
 * creative is 0 in such reports.
 */
export type FigureRow = {
  key: string
  name: string
  served: bigint
  rendered: bigint
  viewable: bigint
  billable: bigint
  clicked: bigint
  rejected: bigint
  /** Ad requests, counted only in reports of a publisher's ad units. */
  requests: bigint
  filled: bigint
  btc: bigint
  usd: bigint
}
type Answer = FigureRow & { place: bigint; records: bigint }

const counts = ['served', 'rendered', 'viewable', 'billable', 'clicked'] as const
const counted = [...counts, 'rejected'] as const
const names = [...counted, 'requests', 'filled', 'btc', 'usd']
const eachOf = (what: (column: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  sql.join(names.map(name => sql`coalesce(${what(sql.ref(name))}, 0)::bigint as ${sql.ref(name)}`))

/** Returns one page of the report's rows, and the sums of all rows. */
export async function readReport(
  db: Database | Tx,
  asked: ReportQuery
): Promise<{ rows: FigureRow[]; total: FigureRow; records: number }> {
  const own = await readOwn(db, asked)
  const search = `%${asked.search.replace(/[\\%_]/g, it => `\\${it}`)}%`
  // These times are passed as constants, so that PostgreSQL can tell how few rows come after them.
  const time = await readTime(db, asked)
  const summedUntil = await readSummedUntil(db)
  const counters = partsOfCounters(asked, time, summedUntil)
  const ofBanners = await readBannerCampaigns(db, asked, time, summedUntil, counters)
  const query = { ...asked, own, ofBanners }
  const shares = partsOfShares(query, time, await readSharesSummedUntil(db))
  const countedRows = isOfPlaces(query)
    ? placeCountsOf(query, await readPlacesSummedUntil(db))
    : countsOf(query, counters)
  const { rows } = await sql<Answer>`
    with counted as (${countedRows}),
    paid as (${moneyOf(query, shares)}), asked as (${requestsOf(query, time)}),
    report as materialized (
      select key, ${nameOf(query)} as name, ${eachOf(it => it)}
      from (${keysOf(query)}) as keys
      left join counted using (key) left join paid using (key) left join asked using (key)
    ), found as materialized (
      select * from report where ${query.search}::text = '' or name ilike ${search}
    ), page as (
      select row_number() over (order by ${orderOf(query)}) as place, 0::bigint as records, found.* from found
    )
    select 0::bigint as place, count(*) as records, '' as key, '' as name,
      ${eachOf(it => sql`sum(${it})`)}
    from found
    union all
    select place, records, key, name, ${eachOf(it => it)} from page
    where place > ${query.offset} and place <= ${query.offset + query.limit}
    order by place`.execute(db)
  const [total, ...found] = rows
  if (!total) throw new Error('Sums gave no row')
  return { rows: found.map(row => readableRow(query, row)), total, records: Number(total.records) }
}

/** Writes the domain in the name of an advertiser's row as readers see it, which SQL cannot. */
function readableRow<Row extends FigureRow>({ groupBy }: ReportQuery, row: Row): Row {
  const isDomain = groupBy === 'advertiser' && row.key.startsWith('domain:')
  return isDomain ? { ...row, name: domainOf(`https://${row.name}`) } : row
}

export async function readTime(
  db: Database | Tx,
  { from, to, timeZone }: ReportQuery
): Promise<ReportTime> {
  const { rows } = await sql<ReportTime['days'][number]>`
    select to_char(day, 'YYYY-MM-DD') as day, day at time zone ${timeZone}::text as at
    from generate_series(${from}::timestamp, ${to}::timestamp + interval '1 day', '1 day') as it (day)
    order by day limit ${maxReportDays.other + 1}`.execute(db)
  const [first, last] = [rows.at(0), rows.at(-1)]
  if (!first || !last) throw new Error('A range gave no row')
  return { from: first.at, to: last.at, days: rows }
}

/** A time range whose limits may be columns of the query. */
export type Span = {
  from: Date | RawBuilder<unknown>
  to: Date | RawBuilder<unknown>
  isLess?: boolean
  /** What a row of the report begins with instead of the time of each row. */
  at?: RawBuilder<unknown>
}

export const isWithin = (at: string, { from, to }: Span) =>
  sql`${sql.ref(at)} >= ${from} and ${sql.ref(at)} < ${to}`

/**
 * Sums the counters by their own columns first: millions of counters become a few rows per ad unit, hour or campaign,
 * and only these are joined and named.
 */
function countsOf(query: OwnQuery, parts: Parts) {
  const sums = sumsOf(query)
  const it = columnOf(query, 'bucket', 'unit_id')
  const ofDay = dayColumnOf(query, 'bucket', 'unit_id')
  const isOfBanners = isAmong('banner_id', query.banners)
  const isAsked = sql`${isOfBanners} and ${isOfOwn(query, 'campaign_id', 'unit_id')}`
  const isSum = isInSums(query, sums, isAsked, isOfBanners)
  const eachSum = (sign = sql``) =>
    sql.join(counted.map(name => sql`${sign}sum(${sql.ref(name)}) as ${sql.ref(name)}`))
  const kinds = (sign: RawBuilder<unknown>) =>
    sql.join(
      counts.map(
        kind => sql`${sign}sum(count) filter (where kind = ${sql.lit(kind)}) as ${sql.ref(kind)}`
      )
    )
  const summed = (range: Span, isDay: boolean) => sql`
    select ${sumColumnOf(query, range.at ?? (isDay ? ofDay : it))} as it, ${eachSum(signOf(range))} from ${counterSums[sums].rows} as sums
    where ${isSum} and ${isOfSum('bucket', range, isDay)} and ${isAmong('campaign_id', query.ofBanners ?? null)} group by 1`
  const later = (range: Span) => sql`
    select it, ${kinds(signOf(range))},
      ${signOf(range)}sum(count) filter (where kind like 'rejected\\_%') as rejected
    from (
      select ${range.at ?? it} as it, kind, sum(count) as count
      from shared_delivery_counters where ${isAsked} and ${isWithin('bucket', range)} group by 1, 2
    ) as later group by 1`
  const rows = (range: Span) =>
    isOfLanguages(query)
      ? languagesOf(later(range), sql.join(counted.map(it => sql.ref(it))))
      : later(range)
  return sql`
    select ${keyOf(query)} as key, ${eachSum()}
    from (${allOf(parts, { names: counted, summed, rows })}) as counted ${ownersOf(query)}
    group by 1 ${someOf(parts, counted)}`
}

/**
 * Reads the IDs of the campaigns that used the banners. They are found in an index of whole days, and in the hours since
 * then; the sums by campaign and ad unit, and those of each hour, have many times more rows and no index by banner. Null
 * where the report reads neither.
 */
async function readBannerCampaigns(
  db: Database | Tx,
  query: ReportQuery,
  { from, to }: ReportTime,
  summedUntil: Date,
  { hours, moved }: Parts
): Promise<number[] | null> {
  const { banners } = query
  const sums = sumsOf(query)
  const isOfHours = sums === 'campaign' && (hours.length > 0 || moved.length > 0)
  if (banners === null || (sums !== 'campaignUnit' && !isOfHours)) return null
  const openDay = startOfDay(summedUntil)
  const used = (range: Span, isDay: boolean) => sql`
    select campaign_id from ${counterSums.campaign.rows} as sums
    where ${isAmong('banner_id', banners)} and ${isOfSum('bucket', range, isDay)} group by 1`
  const days = used({ from: startOfDay(from), to }, true)
  const both = openDay < to ? sql`${days} union ${used({ from: openDay, to }, false)}` : days
  const { rows } = await sql<{ campaigns: number[] }>`select array(${both}) as campaigns`.execute(
    db
  )
  return rows[0]?.campaigns ?? []
}

function isInSums(
  query: OwnQuery,
  sums: keyof typeof counterSums,
  isAsked: RawBuilder<unknown>,
  isOfBanners = sql`true`
) {
  if (sums === 'account') return isOfSide(query)
  if (sums === 'campaignLanguage') {
    const { own, languages } = query
    const isOfLanguage = languages === null ? sql`true` : sql`language = any(${languages}::text[])`
    return sql`${isAmong('campaign_id', own.campaigns)} and ${isOfLanguage} and ${isOfBanners}`
  }
  return sums === 'advertiserUnit' ? isOfAdvertiser(query) : isAsked
}

const signOf = ({ isLess }: Span) => (isLess ? sql`-` : sql``)

/** Leaves out rows of which nothing remains after hours are subtracted from their days. */
function someOf({ hours, rows, moved }: Parts, names: readonly string[]) {
  if (moved.length === 0 && ![...hours, ...rows].some(it => it.isLess)) return sql``
  const sums = names.map(name => sql`coalesce(sum(${sql.ref(name)}), 0)`)
  return sql`having ${sql.join(sums, sql` + `)} > 0`
}

/** Matches the rows of a sum table that are of whole days, or those of the hours before and after them. */
export const isOfSum = (at: string, range: Span, isDay: boolean) =>
  sql`${isDay ? sql`is_day` : sql`not is_day`} and ${isWithin(at, range)}`

/** How one kind of figures is read: the names of its numbers, from sums, and from rows that are not summed. */
type Reading = {
  names: readonly string[]
  summed: (range: Span, isDay: boolean) => RawBuilder<unknown>
  rows?: (range: Span) => RawBuilder<unknown>
  /** Columns by which the numbers are grouped, besides the report's own. */
  also?: RawBuilder<unknown>
}

function allOf(parts: Parts, reading: Reading) {
  const { summed, rows = range => summed(range, false) } = reading
  const all = [
    ...parts.days.map(range => summed(range, true)),
    ...parts.hours.map(range => summed(range, false)),
    ...parts.rows.map(rows),
    ...(parts.moved.length === 0 ? [] : [movedOf(parts, reading)])
  ]
  return sql.join(all, sql` union all `)
}

/** Subtracts hours from the row that has most of their UTC day, and adds them to their own. */
function movedOf({ moved, hasHours }: Parts, { names, summed, rows, also }: Reading) {
  const column = (name: string) => sql.ref(`moved.${name}`)
  const range = { from: column('start'), to: column('stop'), at: column('start') }
  const counted = hasHours || !rows ? summed(range, false) : rows(range)
  const times = (name: 'from' | 'to' | 'middle') =>
    sql`${moved.map(it => it[name].toISOString())}::timestamptz[]`
  const figures = sql.join(names.map(it => sql`sign * ${sql.ref(it)} as ${sql.ref(it)}`))
  return sql`
    select put.it, ${also ? sql`${also}, ` : sql``}${figures}
    from unnest(${times('from')}, ${times('to')}, ${times('middle')}, ${moved.map(it => it.isLess === true)}::boolean[])
        as moved (start, stop, middle, is_less)
      cross join lateral (${counted}) as hours
      cross join lateral (values (moved.start, 1), (moved.middle, -1)) as put (it, sign)
    where not (is_less and sign = 1)`
}

function placeCountsOf(query: OwnQuery, summedUntil: string) {
  const { places, summed, isOfCampaigns } = placesOf(query, summedUntil)
  const isOwn = isOfCampaigns ? isOfOwn(query, 'campaign_id', '') : isOfOwn(query, null, 'unit_id')
  const served = hasServed(query) ? sql`sum(served)` : sql`0`
  const added = (rows: RawBuilder<unknown>, isAsked: RawBuilder<unknown>) => sql`
    select ${columnOf(query, 'at', 'unit_id')} as it, ${served} as served, sum(viewable) as viewable, sum(billable) as billable,
      sum(clicked) as clicked
    from ${rows} as place where ${isAsked} group by 1`
  const whole = isOfAccount(query) ? isOfSide(query) : isOwn
  const parts = [
    ...(summed ? [added(summed, whole)] : []),
    ...(places ? [added(places, isOwn)] : [])
  ]
  return sql`
    select ${keyOf(query)} as key, sum(served) as served, 0 as rendered, sum(viewable) as viewable, sum(billable) as billable,
      sum(clicked) as clicked, 0 as rejected
    from (${sql.join(parts, sql` union all `)}) as counted ${ownersOf(query)}
    group by 1`
}

/**
 * Sums the money of a report. A charge belongs to an ad unit, but to no banner, creative, country, device or system, so reports
 * by these have no money.
 */
function moneyOf(query: OwnQuery, parts: Parts) {
  if (!hasMoney(query)) return sql`select '' as key, 0 as btc, 0 as usd where false`
  return sql`
    select ${keyOf(query)} as key, sum(amount) filter (where asset = 'BTC') as btc,
      sum(amount) filter (where asset = 'USD') as usd
    from (${sharesOf(query, parts)}) as paid ${ownersOf(query)}
    group by 1 ${someOf(parts, ['amount'])}`
}

function sharesOf(query: OwnQuery, parts: Parts) {
  const sums = sumsOf(query)
  const it = columnOf(query, 'window_start', 'unit_id')
  const ofDay = dayColumnOf(query, 'window_start', 'unit_id')
  const amount = sql.ref(query.side === 'publisher' ? 'net' : 'gross')
  const isAsked = isOfOwn(query, 'campaign_id', 'unit_id')
  const isSum = isInSums(query, sums, isAsked)
  const summed = (range: Span, isDay: boolean) => sql`
    select ${sumColumnOf(query, range.at ?? (isDay ? ofDay : it))} as it, asset, ${signOf(range)}sum(${amount}) as amount from ${shareSums[sums].rows} as sums
    where ${isSum} and ${isOfSum('window_start', range, isDay)} group by 1, 2`
  // Charges are summed instead of their shares where possible: the sums are equal, and there are many times fewer
  // charges.
  const paid =
    sums === 'campaign'
      ? sql`(select campaign_id, window_start, asset, charged as gross from shared_settlements where charged > 0)`
      : sql`shared_settlement_shares join shared_settlements using (campaign_id, window_start)`
  // PostgreSQL does not conclude that both sides of the join are of the same time, and would read all settlements.
  const isBoth = (range: Span) =>
    sums === 'campaign' ? sql`true` : isWithin('shared_settlements.window_start', range)
  const later = (range: Span) => sql`
    select ${range.at ?? it} as it, asset, ${signOf(range)}sum(${amount}) as amount from ${paid} as paid
    where ${isAsked} and ${isWithin('window_start', range)} and ${isBoth(range)} group by 1, 2`
  const rows = (range: Span) =>
    isOfLanguages(query) ? languagesOf(later(range), sql`asset, amount`) : later(range)
  return allOf(parts, { names: ['amount'], also: sql`asset`, summed, rows })
}

/**
 * Whether a report has ad requests. A request belongs to no campaign before it is answered, so reports by campaign have
 * none.
 */
export function hasRequests(query: ReportQuery): boolean {
  return !isByCampaigns(query) && !isOfPlaces(query)
}

function requestsOf(query: OwnQuery, time: ReportTime) {
  if (!hasRequests(query)) return sql`select '' as key, 0 as requests, 0 as filled where false`
  const parts = partsOfRequests(query, time)
  const isWhole = isOfAccount(query)
  const isAsked = isWhole ? isOfSide(query) : isOfOwn(query, null, 'ad_unit_id')
  const it = columnOf(query, 'at', 'ad_unit_id')
  const ofDay = dayColumnOf(query, 'at', 'ad_unit_id')
  const summed = (range: Span, isDay: boolean) => sql`
    select ${range.at ?? (isDay ? ofDay : it)} as it,
      ${signOf(range)}sum(requests) as requests, ${signOf(range)}sum(filled) as filled
    from ${requestSums[isWhole ? 'account' : 'unit']} as sums where ${isOfSum('at', range, isDay)} and ${isAsked}
    group by 1`
  return sql`
    select ${keyOf(query)} as key, sum(requests) as requests, sum(filled) as filled
    from (${allOf(parts, { names: ['requests', 'filled'], summed })}) as asked ${ownersOf(query)}
    group by 1 ${someOf(parts, ['requests'])}`
}

export function hasMoney(query: ReportQuery): boolean {
  return query.groupBy !== 'banner' && query.banners === null && !isOfPlaces(query)
}

/** Matches the campaigns and ad units that the report covers. */
function isOfOwn({ own }: OwnQuery, campaignColumn: string | null, unitColumn: string) {
  const ofCampaigns = campaignColumn ? isAmong(campaignColumn, own.campaigns) : sql`true`
  return sql`${ofCampaigns} and ${isAmong(unitColumn, own.units)}`
}

/** Reports of the whole network have the user ID 0, because the network has no account. */
const isOfSide = ({ side, userId }: ReportQuery) =>
  sql`side = ${side} and user_id = ${side === 'network' ? 0 : userId}`

function isOfAdvertiser({ userId, own }: OwnQuery) {
  return sql`user_id = ${userId} and ${isAmong('unit_id', own.units)}`
}

/**
 * Reads the IDs that a report covers, so that they are constants and PostgreSQL can estimate the number of rows; null
 * means all of the network.
 */
export async function readOwn(db: Database | Tx, query: ReportQuery): Promise<OwnQuery['own']> {
  const { rows } = await sql<{ campaigns: number[] | null; units: number[] | null }>`
    select ${campaignsOf(query)} as campaigns, ${unitsOf(query)} as units`.execute(db)
  const [own] = rows
  if (!own) throw new Error('What a report is of gave no row')
  return own
}

function campaignsOf({ side, userId, campaigns }: ReportQuery) {
  if (side !== 'advertiser' && campaigns === null) return sql`null::integer[]`
  const own = side === 'advertiser' ? sql`user_id = ${userId}` : sql`true`
  return sql`array(select id from shared_campaigns where ${own} and ${isAmong('id', campaigns)})`
}

/** Selects the IDs of the ad units that the report covers, as an array. */
export function unitsOf(query: ReportQuery) {
  const { side, userId, units, sites, languages } = query
  if (side !== 'publisher' && !isNarrowedByUnits(query)) return sql`null::integer[]`
  // A row without an ad unit (ID 0) belongs to no site either.
  const ofNone = side !== 'publisher' && !units ? sql`union all select 0, 0, null` : sql``
  return sql`array(
    select unit_id from (
      select id as unit_id, site_id, user_id from shared_ad_units ${ofNone}
    ) as unit left join shared_sites site on site.id = unit.site_id
    where ${side === 'publisher' ? sql`unit.user_id = ${userId}` : sql`true`} and ${isAmong('unit_id', units)}
      and (${sites === null}::boolean or coalesce(site.id, 0) = any(${sites}::integer[]))
      and (${languages === null}::boolean or coalesce(site.language, 'unknown') = any(${languages}::text[])))`
}

function isAmong(column: string, ids: number[] | null) {
  return ids === null ? sql`true` : sql`${sql.ref(column)} = any(${ids}::integer[])`
}

const patterns = { hour: 'YYYY-MM-DD"T"HH24', day: 'YYYY-MM-DD', month: 'YYYY-MM' } as const

/** Returns the column by which rows are summed before they are named. */
function columnOf({ groupBy }: ReportQuery, at: string, unit: string) {
  switch (groupBy) {
    case 'campaign':
    case 'advertiser':
      return sql.ref('campaign_id')
    case 'banner':
      return sql.ref('banner_id')
    case 'creative':
      return sql.ref('creative_id')
    case 'country':
    case 'device':
    case 'system':
      return sql.ref(groupBy)
    case 'site':
    case 'ad_unit':
    case 'language':
      return sql.ref(unit)
    default:
      return sql.ref(at)
  }
}

/** Returns the column by which sums of whole days are summed: in a report by days of another time zone, their middle. */
function dayColumnOf(query: ReportQuery, at: string, unit: string) {
  const column = columnOf(query, at, unit)
  return isByOtherDays(query) ? sql`${column} + ${sql.lit(middleOfDay)}::interval` : column
}

/** Whether the rows of a report are languages, and its sums are by language already. */
const isOfLanguages = (query: ReportQuery) =>
  query.groupBy === 'language' && !isOfPlaces(query) && sumsOf(query) === 'campaignLanguage'

const sumColumnOf = (query: ReportQuery, column: RawBuilder<unknown>) =>
  isOfLanguages(query) ? sql`language` : column

/** Turns the ad units of rows that are not summed yet into languages, like those of the sums. */
function languagesOf(rows: RawBuilder<unknown>, columns: RawBuilder<unknown>) {
  return sql`
    select coalesce(language, 'unknown') as it, ${columns}
    from (${rows}) as later left join unit_languages on unit_id = it`
}

/** Joins what the keys of the rows are made of: the site of an ad unit, or the advertiser of a campaign. */
function ownersOf(query: ReportQuery) {
  const { groupBy } = query
  if (groupBy === 'advertiser')
    return sql`left join campaign_advertisers on campaign_advertisers.campaign_id = it`
  if ((groupBy !== 'site' && groupBy !== 'language') || isOfLanguages(query)) return sql``
  return sql`left join (
    select unit.id as unit_id, site_id, language from shared_ad_units unit left join shared_sites site on site.id = site_id
  ) as site on unit_id = it`
}

function keyOf(query: ReportQuery): RawBuilder<string> {
  const { groupBy, timeZone } = query
  const local = sql`(it at time zone ${timeZone}::text)`
  switch (groupBy) {
    case 'hour':
    case 'day':
    case 'month':
      return sql`to_char(${local}, ${sql.lit(patterns[groupBy])})`
    case 'weekday':
      return sql`extract(isodow from ${local})::integer::text`
    case 'hour_of_day':
      return sql`extract(hour from ${local})::integer::text`
    case 'site':
      return sql`coalesce(site_id, 0)::text`
    case 'language':
      return isOfLanguages(query) ? sql`it` : sql`coalesce(language, 'unknown')`
    case 'advertiser':
      return sql`coalesce(advertiser, 'unknown')`
    default:
      return sql`it::text`
  }
}

/** Lists the keys of a report's rows. Reports by time list every key of the range, even where nothing happened. */
function keysOf({ groupBy, from, to, timeZone }: ReportQuery) {
  switch (groupBy) {
    case 'hour':
      // Hours are generated as moments, since a day on which clocks change has 23 or 25 hours.
      return sql`select distinct to_char(at at time zone ${timeZone}::text, ${sql.lit(patterns.hour)}) as key
        from generate_series(${from}::timestamp at time zone ${timeZone}::text,
          (${to}::timestamp + interval '1 day') at time zone ${timeZone}::text - interval '1 hour', '1 hour') as it (at)`
    case 'day':
    case 'month':
      return sql`select distinct to_char(at, ${sql.lit(patterns[groupBy])}) as key
        from generate_series(${from}::timestamp, ${to}::timestamp, '1 day') as it (at)`
    case 'weekday':
      return sql`select it::text as key from generate_series(1, 7) as it`
    case 'hour_of_day':
      return sql`select it::text as key from generate_series(0, 23) as it`
    default:
      return sql`select key from counted union select key from paid union select key from asked`
  }
}

/** Returns the names of what a report is narrowed by, without names that belong to another account. */
export async function readNames(
  db: Database,
  query: ReportQuery,
  groupBy: ReportGroup,
  keys: readonly (number | string)[]
): Promise<{ key: string; name: string }[]> {
  const { rows } = await sql<{ key: string; name: string }>`
    select key, coalesce(${nameOf({ ...query, groupBy })}, '') as name
    from unnest(${keys.map(String)}::text[]) with ordinality as it (key, place)
    order by place limit 100`.execute(db)
  return rows
}

const englishNames = new Intl.DisplayNames('en', { type: 'language' })
/** Language names by key, as a JSON object: the database sorts and searches by these names. */
const languageNames = JSON.stringify({
  ...Object.fromEntries(languages.map(code => [code, englishNames.of(code)])),
  unknown: 'Unknown'
})

/**
 * Returns the SQL for a row's name. An ad unit's own name is shown only to its owner; advertisers see its site instead.
 */
function nameOf({ groupBy, side, userId }: ReportQuery): RawBuilder<string> {
  switch (groupBy) {
    case 'campaign':
      return sql`(select coalesce(campaign.name, (
          select link_text from shared_variants variant join shared_creatives creative on variant_id = variant.id
          where variant.campaign_id = campaign.id order by variant.id, creative.state = 'live' desc, creative.id desc limit 1), '')
        from shared_campaigns campaign where campaign.id = key::integer and (campaign.user_id = ${userId} or ${side === 'network'}::boolean))`
    case 'site':
      return sql`coalesce((select domain_name from shared_sites where id = key::integer), case key when '0' then 'Without a site' else '' end)`
    case 'ad_unit':
      return side === 'publisher'
        ? sql`coalesce((select name from shared_ad_units where id = key::integer and user_id = ${userId}), '')`
        : sql`coalesce((select concat_ws(', ', domain_name, replace(size, 'x', ' × ')) from shared_sites
            join shared_ad_units unit on unit.site_id = shared_sites.id where unit.id = key::integer), '')`
    case 'banner':
      return sql`coalesce((select file_name from shared_banners
        where id = key::integer and (user_id = ${userId} or ${side === 'network'}::boolean)),
        case key when '0' then 'Text' else '' end)`
    case 'creative':
      return sql`coalesce((select link_text from shared_creatives creative
        join shared_campaigns campaign on campaign.id = creative.campaign_id
        where creative.id = key::integer and (campaign.user_id = ${userId} or ${side !== 'advertiser'}::boolean)), '')`
    case 'advertiser':
      return sql`case key when 'unknown' then '' else substring(key from position(':' in key) + 1) end`
    case 'language':
      return sql`coalesce(${languageNames}::jsonb ->> key, key)`
    case 'country':
      return sql`coalesce(${countryNames}::jsonb ->> key, key)`
    default:
      return sql`key`
  }
}

/** Groupings whose keys are numbers written as text, and sorted as numbers. */
const numbered: readonly ReportGroup[] = [
  'hour_of_day',
  'campaign',
  'site',
  'ad_unit',
  'banner',
  'creative'
]

function orderOf({ groupBy, sort, isDescending }: ReportQuery) {
  const direction = sql.raw(isDescending ? 'desc nulls last' : 'asc nulls last')
  const natural = numbered.includes(groupBy) ? sql`key::integer` : sql`key`
  const by = {
    key: natural,
    name: sql`lower(name)`,
    click_rate: sql`clicked::float8 / nullif(billable, 0)`,
    viewable_rate: sql`viewable::float8 / nullif(rendered, 0)`,
    fill_rate: sql`filled::float8 / nullif(requests, 0)`,
    BTC: sql`btc`,
    USD: sql`usd`
  }
  const chosen = sort in by ? by[sort as keyof typeof by] : sql.ref(sort)
  return sql`${chosen} ${direction}, ${natural}`
}
