import type { ReportGroup, reportSides, reportSorts } from '@mille/api/reports/constants.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import { requestHours } from '../delivery/index.ts'
import { countryNames, isOfPlaces, placeDay, placesOf } from './report-places.ts'

export type ReportQuery = {
  side: (typeof reportSides)[number]
  userId: number
  /** Days of the time zone, both included. */
  from: string
  to: string
  timeZone: string
  groupBy: ReportGroup
  campaigns: number[] | null
  sites: number[] | null
  units: number[] | null
  banners: number[] | null
  languages: string[] | null
  /** Two letters, `ZZ`, or `other`. */
  countries: string[] | null
  devices: string[] | null
  search: string
  sort: (typeof reportSorts)[number]
  isDescending: boolean
  offset: number
  limit: number
}

/** Amounts in units of 1e-8, of what was settled. What is not counted by country and device is 0 in such a report. */
export type FigureRow = {
  key: string
  name: string
  served: bigint
  rendered: bigint
  viewable: bigint
  billable: bigint
  clicked: bigint
  rejected: bigint
  /** Of a publisher’s ad units alone. */
  requests: bigint
  filled: bigint
  btc: bigint
  usd: bigint
}
type Answer = FigureRow & { place: bigint; records: bigint }

const counts = ['served', 'rendered', 'viewable', 'billable', 'clicked'] as const
const names = [...counts, 'rejected', 'requests', 'filled', 'btc', 'usd']
const eachOf = (what: (column: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  sql.join(names.map(name => sql`coalesce(${what(sql.ref(name))}, 0)::bigint as ${sql.ref(name)}`))

/** A page of the rows, and the sums of all of them. */
export async function readReport(
  db: Database,
  query: ReportQuery
): Promise<{ rows: FigureRow[]; total: FigureRow; records: number }> {
  const search = `%${query.search.replace(/[\\%_]/g, it => `\\${it}`)}%`
  const { rows } = await sql<Answer>`
    with counted as (${isOfPlaces(query) ? placeCountsOf(query) : countsOf(query)}), paid as (${moneyOf(query)}), asked as (${requestsOf(query)}),
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
  return { rows: found, total, records: Number(total.records) }
}

function countsOf(query: ReportQuery) {
  const kinds = counts.map(
    kind =>
      sql`sum(counter.count) filter (where counter.kind = ${sql.lit(kind)}) as ${sql.ref(kind)}`
  )
  return sql`
    select ${keyOf(query, sql.ref('counter.bucket'))} as key, ${sql.join(kinds)},
      sum(counter.count) filter (where counter.kind like 'rejected\\_%') as rejected
    from delivery_counters counter
    left join campaigns campaign on campaign.id = counter.campaign_id
    left join ad_units unit on unit.id = counter.unit_id
    left join sites site on site.id = unit.site_id
    where ${isOwn(query)} and ${isWithin(query, sql.ref('counter.bucket'))}
      and ${isAmong('counter.banner_id', query.banners)} and ${isChosen(query)}
    group by 1`
}

function placeCountsOf(query: ReportQuery) {
  const isFound = sql`${isOwn(query)} and ${isChosen(query)}`
  return placesOf(query, keyOf(query, placeDay), isFound)
}

/** A charge is of an ad unit and not of a banner, a country or a device: it has a part in no report that is about these. */
function moneyOf(query: ReportQuery) {
  if (!hasMoney(query)) return sql`select '' as key, 0 as btc, 0 as usd where false`
  const amount = sql.ref(query.side === 'publisher' ? 'share.net' : 'share.gross')
  return sql`
    select ${keyOf(query, sql.ref('settlement.window_start'))} as key,
      sum(${amount}) filter (where settlement.asset = 'BTC') as btc,
      sum(${amount}) filter (where settlement.asset = 'USD') as usd
    from settlements settlement
    join settlement_shares share using (campaign_id, window_start)
    join campaigns campaign on campaign.id = settlement.campaign_id
    join ad_units unit on unit.id = share.unit_id
    left join sites site on site.id = unit.site_id
    where ${isOwn(query)} and ${isWithin(query, sql.ref('settlement.window_start'))} and ${isChosen(query)}
    group by 1`
}

/** No request is of a campaign before it is answered. */
export function hasRequests(query: ReportQuery): boolean {
  const { side, groupBy, campaigns, banners } = query
  const isOfCampaigns = groupBy === 'campaign' || groupBy === 'banner' || campaigns || banners
  return side !== 'advertiser' && !isOfCampaigns && !isOfPlaces(query)
}

function requestsOf(query: ReportQuery) {
  if (!hasRequests(query)) return sql`select '' as key, 0 as requests, 0 as filled where false`
  return sql`
    select ${keyOf(query, sql.ref('request.hour'))} as key, sum(request.count) as requests,
      sum(request.count) filter (where request.outcome = 'filled') as filled
    from ${requestHours} request
    join ad_units unit on unit.id = request.ad_unit_id
    left join sites site on site.id = unit.site_id
    where ${isOwn(query)} and ${isWithin(query, sql.ref('request.hour'))} and ${isChosen(query)}
    group by 1`
}

export function hasMoney(query: ReportQuery): boolean {
  return query.groupBy !== 'banner' && query.banners === null && !isOfPlaces(query)
}

function isOwn({ side, userId }: ReportQuery) {
  if (side === 'network') return sql`true`
  return sql`${sql.ref(side === 'advertiser' ? 'campaign.user_id' : 'unit.user_id')} = ${userId}`
}

function isWithin({ from, to, timeZone }: ReportQuery, at: RawBuilder<unknown>) {
  return sql`${at} >= ${from}::timestamp at time zone ${timeZone}::text
    and ${at} < (${to}::timestamp + interval '1 day') at time zone ${timeZone}::text`
}

function isChosen({ campaigns, units, sites, languages }: ReportQuery) {
  return sql`${isAmong('campaign.id', campaigns)} and ${isAmong('unit.id', units)}
    and ${sites === null ? sql`true` : sql`coalesce(site.id, 0) = any(${sites}::integer[])`}
    and ${languages === null ? sql`true` : sql`coalesce(site.language, 'unknown') = any(${languages}::text[])`}`
}

function isAmong(column: string, ids: number[] | null) {
  return ids === null ? sql`true` : sql`${sql.ref(column)} = any(${ids}::integer[])`
}

const patterns = { hour: 'YYYY-MM-DD"T"HH24', day: 'YYYY-MM-DD', month: 'YYYY-MM' } as const

function keyOf({ groupBy, timeZone }: ReportQuery, at: RawBuilder<unknown>): RawBuilder<string> {
  const local = sql`(${at} at time zone ${timeZone}::text)`
  switch (groupBy) {
    case 'hour':
    case 'day':
    case 'month':
      return sql`to_char(${local}, ${sql.lit(patterns[groupBy])})`
    case 'weekday':
      return sql`extract(isodow from ${local})::integer::text`
    case 'hour_of_day':
      return sql`extract(hour from ${local})::integer::text`
    case 'campaign':
      return sql`campaign.id::text`
    case 'site':
      return sql`coalesce(site.id, 0)::text`
    case 'ad_unit':
      return sql`coalesce(unit.id, 0)::text`
    case 'banner':
      return sql`counter.banner_id::text`
    case 'language':
      return sql`coalesce(site.language, 'unknown')`
    case 'country':
    case 'device':
      return sql`${sql.ref(`place.${groupBy}`)}`
  }
}

/** Of time there is every key of the range, also where nothing happened. */
function keysOf({ groupBy, from, to, timeZone }: ReportQuery) {
  switch (groupBy) {
    case 'hour':
      // By moments: a day on which clocks are set has 23 or 25 hours.
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

/** What those that a report is narrowed by are called; nothing of another account’s own. */
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

/** An ad unit's own name is for its owner: advertisers know it by its site. */
function nameOf({ groupBy, side, userId }: ReportQuery): RawBuilder<string> {
  switch (groupBy) {
    case 'campaign':
      return sql`(select coalesce(campaign.name, (
          select link_text from creatives where campaign_id = campaign.id order by state = 'live' desc, id desc limit 1), '')
        from campaigns campaign where campaign.id = key::integer and (campaign.user_id = ${userId} or ${side === 'network'}::boolean))`
    case 'site':
      return sql`coalesce((select domain_name from sites where id = key::integer), '')`
    case 'ad_unit':
      return side === 'publisher'
        ? sql`coalesce((select name from ad_units where id = key::integer and user_id = ${userId}), '')`
        : sql`coalesce((select domain_name from sites join ad_units unit on unit.site_id = sites.id where unit.id = key::integer), '')`
    case 'banner':
      return sql`coalesce((select file_name from banners where id = key::integer), '')`
    case 'country':
      return sql`coalesce(${countryNames}::jsonb ->> key, key)`
    default:
      return sql`key`
  }
}

/** IDs and hours are numbers that are written as text. */
const numbered: readonly ReportGroup[] = ['hour_of_day', 'campaign', 'site', 'ad_unit', 'banner']

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
