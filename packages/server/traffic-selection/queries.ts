import { dayMs } from '@mille/api/durations.ts'
import {
  categories as knownCategories,
  rootCategoryId
} from '@mille/api/reference-data/categories.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import { readNotOffered } from '../settings/index.ts'

/** Averages cover this many whole days, up to the start of today. */
const averageDays = 30

type Figures = { viewable: bigint; billable: bigint; paidBtc: bigint; paidUsd: bigint }
export type SiteRow = Figures & {
  id: number
  domain_name: string
  language: string
  category_ids: number[]
  unit_ids: number[]
}
export type UnitRow = Figures & {
  id: number
  site_id: number | null
  domain_name: string | null
  kind: 'site' | 'app' | 'affiliate'
  size: string
  ad_type: string
  disallowed_ratings: string[]
}
export type CategoryRow = Figures & { id: number; name: string; units: number; isOffered: boolean }

export type SiteFilter = {
  ids?: readonly number[]
  /** Part of the site's name to search for. */
  query?: string | undefined
  /** Only sites in one of these categories; the root category means all sites. */
  categoryIds?: readonly number[] | undefined
}
export type SiteOrder = {
  by: 'domain_name' | 'avg_all_cpm' | 'avg_all_impressions'
  isDown: boolean
}
export type Moment = { now: Date; usdUnitsPerBtc: bigint }

/**
 * Lists verified sites with at least one active unit. `records` counts all matching sites, not only those of the page.
 */
export async function listSites(
  db: Database,
  filter: SiteFilter,
  page: { order: SiteOrder; offset: number; limit: number },
  moment: Moment
): Promise<{ rows: SiteRow[]; records: number }> {
  const { ids = null, query = '', categoryIds = [] } = filter
  const isAll = categoryIds.length === 0 || categoryIds.includes(rootCategoryId)
  const fits = sql`site.state = 'verified'
    and exists (select from shared_ad_units where site_id = site.id and state = 'active')
    and (${ids}::integer[] is null or site.id = any(${ids}::integer[]))
    and position(lower(${query}) in lower(domain_name)) > 0
    and (${isAll}::boolean or exists (
      select from shared_site_categories where site_id = site.id and category_id = any(${categoryIds}::integer[])))`
  const { rows } = await sql<SiteRow>`
    with ${trafficOfUnits(moment.now, sql`site_id is not null`)}, sums as (
      select site_id, array_agg(id order by id) as unit_ids, sum(viewable) as viewable, sum(billable) as billable,
        sum(paid_btc) as paid_btc, sum(paid_usd) as paid_usd
      from unit_traffic where state = 'active' group by site_id
    )
    select site.id, domain_name, language, unit_ids, viewable, billable,
      paid_btc as "paidBtc", paid_usd as "paidUsd",
      array(select category_id from shared_site_categories where site_id = site.id order by category_id) as category_ids
    from shared_sites site join sums on sums.site_id = site.id
    where ${fits}
    order by ${orderBy(page.order, moment)}, site.id
    offset ${page.offset} limit ${page.limit}`.execute(db)
  const counted = await sql<{ records: number }>`
    select count(*)::integer as records from shared_sites site where ${fits}`.execute(db)
  return { rows, records: counted.rows[0]?.records ?? 0 }
}

/** Returns active units, including affiliate units, whose visitors see a notice. */
export async function findUnits(
  db: Database,
  ids: readonly number[],
  { now }: Moment
): Promise<UnitRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<UnitRow>`
    with ${trafficOfUnits(now, sql`id = any(${ids}::integer[])`)}
    select unit.id, site_id, domain_name, kind, size, ad_type, disallowed_ratings, viewable, billable,
      paid_btc as "paidBtc", paid_usd as "paidUsd"
    from unit_traffic unit left join shared_sites site on site.id = site_id
    where unit.state = 'active' and (site.id is null or site.state = 'verified')
    order by unit.id limit ${ids.length}`.execute(db)
  return rows
}

/** Returns the categories with these IDs, or all of them for null. The root category includes every unit. */
export async function findCategories(
  db: Database,
  ids: readonly number[] | null,
  { now }: Moment
): Promise<CategoryRow[]> {
  const notOffered = await readNotOffered(db)
  const { rows } = await sql<Omit<CategoryRow, 'isOffered'>>`
    with ${trafficOfUnits(now, sql`kind <> 'affiliate'`)}, belongs as (
      select category_id, unit.* from unit_traffic unit
        join shared_site_categories using (site_id) where category_id <> ${rootCategoryId}
      union all select ${rootCategoryId}::integer, unit.* from unit_traffic unit
    )
    select category.id, name, count(belongs.id)::integer as units,
      coalesce(sum(viewable), 0) as viewable, coalesce(sum(billable), 0) as billable,
      coalesce(sum(paid_btc), 0) as "paidBtc", coalesce(sum(paid_usd), 0) as "paidUsd"
    from shared_categories category left join belongs on category_id = category.id and belongs.state = 'active'
    where ${ids}::integer[] is null or category.id = any(${ids}::integer[])
    group by category.id, name order by category.id limit ${knownCategories.length * 10}`.execute(
    db
  )
  return rows.map(row => ({ ...row, isOffered: !notOffered.has(`category:${row.id}`) }))
}

export async function countSites(db: Database): Promise<number> {
  const { rows } = await sql<{ records: number }>`
    select count(*)::integer as records from shared_sites site where state = 'verified'
      and exists (select from shared_ad_units where site_id = site.id and state = 'active')`.execute(
    db
  )
  return rows[0]?.records ?? 0
}

/** Defines `unit_traffic`: the matching units with their views and prices in the last days. */
function trafficOfUnits(now: Date, which: RawBuilder<unknown>) {
  const until = new Date(Math.floor(now.getTime() / dayMs) * dayMs)
  const since = new Date(until.getTime() - averageDays * dayMs)
  return sql`chosen as materialized (
      select id, site_id, state, kind, size, ad_type, disallowed_ratings from shared_ad_units where ${which}
    ), shown as (
      select unit_id, sum(count) as viewable from shared_delivery_counters join chosen on chosen.id = unit_id
      where shared_delivery_counters.kind = 'viewable' and bucket >= ${since} and bucket < ${until} group by unit_id
    ), paid as (
      select unit_id, sum(share.billable) as billable, sum(gross) filter (where asset = 'BTC') as btc,
        sum(gross) filter (where asset = 'USD') as usd
      from shared_settlement_shares share join chosen on chosen.id = unit_id
        join shared_settlements using (campaign_id, window_start)
      where window_start >= ${since} and window_start < ${until} group by unit_id
    ), unit_traffic as (
      select chosen.*, coalesce(viewable, 0) as viewable, coalesce(billable, 0) as billable,
        coalesce(btc, 0) as paid_btc, coalesce(usd, 0) as paid_usd
      from chosen left join shown on shown.unit_id = id left join paid on paid.unit_id = id
    )`
}

function orderBy({ by, isDown }: SiteOrder, { usdUnitsPerBtc }: Moment) {
  const value = {
    domain_name: sql`domain_name`,
    avg_all_impressions: sql`viewable`,
    avg_all_cpm: sql`(paid_btc + paid_usd * 100000000 / ${usdUnitsPerBtc.toString()}::numeric) / nullif(billable, 0)`
  }[by]
  // Rows without a price come last in both sort directions.
  return isDown ? sql`${value} desc nulls last` : sql`${value} asc nulls last`
}

/** Computes the averages as the API returns them. */
export function averages(row: Figures, usdUnitsPerBtc: bigint) {
  const paid = row.paidBtc + (row.paidUsd * 100_000_000n) / usdUnitsPerBtc
  return {
    avg_all_cpm: row.billable === 0n ? null : ((paid * 1000n) / row.billable).toString(),
    avg_all_impressions: Number(row.viewable / BigInt(averageDays))
  }
}
