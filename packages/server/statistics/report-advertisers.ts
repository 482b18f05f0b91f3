import type { ProductCategory } from '@mille/api/reference-data/product-categories.ts'
import type { Report } from '@mille/api/reports/endpoints.ts'
import { sql } from 'kysely'
import { findShownCreatives } from '../campaigns/index.ts'
import type { Database, Tx } from '../db/connect.ts'
import { readDaysSince } from '../delivery/index.ts'
import { type FigureRow, type ReportQuery, unitsOf } from './report-query.ts'

type Advertiser = Report['data']['attributes']['advertisers'][number]
type Row = {
  key: string
  creative: number
  category: ProductCategory | null
  unit: number
  since: string
}

/**
 * Returns the ad by which a publisher recognizes the advertiser of each row, and since when the account's ad units
 * showed ads of that advertiser. Empty for all other reports.
 */
export async function readAdvertisers(
  db: Database | Tx,
  query: ReportQuery,
  rows: readonly FigureRow[]
): Promise<Advertiser[]> {
  const { side, groupBy, from, to } = query
  if (side !== 'publisher' || groupBy !== 'advertiser' || rows.length === 0) return []
  const isComplete = (await readDaysSince(db, 'unitCreative')) <= from
  // An ad that was changed since is named by its current version, which is the one that can still be shown and blocked.
  const days = sql`
    shared_unit_day_creatives
    where unit_id = any(${unitsOf(query)}) and day >= ${from}::date and day <= ${to}::date and viewable > 0`
  // The ad units are read again for the few ads that are named: to sort all rows by ad takes several times longer.
  const { rows: seen } = await sql<Row>`
    with seen as materialized (
      select creative_id, sum(viewable) as viewable, min(day) as first from ${days} group by 1
    ), named as (
      select advertiser as key, coalesce(live.id, shown.id) as creative, shown.id as shown, first, viewable,
        case when live.id is null then shown.product_category else live.product_category end as category,
        live.id is not null as is_live
      from seen join shared_creatives as shown on shown.id = creative_id
      join campaign_advertisers on campaign_advertisers.campaign_id = shown.campaign_id
      left join shared_creatives as live on live.variant_id = shown.variant_id and live.state = 'live'
    ), chosen as materialized (
      select distinct on (key) key, creative, shown, category, to_char(min(first) over (partition by key), 'YYYY-MM-DD') as since
      from named where key = any(${rows.map(it => it.key)}::text[])
      order by key, is_live desc, viewable desc, creative limit ${rows.length}
    ), units as (
      select distinct on (creative_id) creative_id, unit_id as unit
      from ${days} and creative_id = any(array(select shown from chosen))
      group by creative_id, unit_id order by creative_id, sum(viewable) desc, unit_id
    )
    select key, creative, category, unit, since from chosen join units on creative_id = shown limit ${rows.length}`.execute(
    db
  )
  const ads = await findShownCreatives(
    db,
    seen.map(it => it.creative)
  )
  return seen.flatMap(({ key, creative, category, unit, since }) => {
    const ad = ads.get(creative)
    if (!ad) return []
    const { title, domain, logo, illustration, banners } = ad
    const banner = banners[0] && pictureOf(banners[0])
    const what = { key, creative_id: String(creative), title, domain, product_category: category }
    const picture = logo ?? illustration ?? banner ?? null
    const seen_since = isComplete ? since : null
    return [{ ...what, picture, ad_unit_id: String(unit), seen_since }]
  })
}

const pictureOf = ({ source, width, height }: NonNullable<Advertiser['picture']>) => ({
  source,
  width,
  height
})
