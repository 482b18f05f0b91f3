import { dayMs } from '@mille/api/durations.ts'
import type { ProductCategory } from '@mille/api/reference-data/product-categories.ts'
import type { ShownAds } from '@mille/api/statistics/endpoints.ts'
import { sql } from 'kysely'
import { describeAds } from '../campaigns/index.ts'
import type { Database } from '../db/connect.ts'
import { readDaysSince } from '../delivery/index.ts'

const days = 7
const maxAds = 50

type Row = {
  creative: number
  productCategory: ProductCategory | null
  viewable: bigint
  unit: number
}

/**
 * Returns the running ads that the account's ad units showed lately, most views first. The views are those of the ad's
 * variant, in all its versions. If they are not known for all these days, they are those of the whole campaign.
 */
export async function readShownAds(db: Database, userId: number, now: Date): Promise<ShownAds> {
  const since = new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10)
  const isComplete = (await readDaysSince(db, 'unitCreative')) <= since
  const viewableOf: keyof typeof viewsOf = isComplete ? 'variant' : 'campaign'
  const { rows } = await sql<Row>`
    select creative.id as creative, sum(viewable) as viewable,
      (array_agg(unit_id order by viewable desc, unit_id))[1] as unit,
      min(creative.product_category) as "productCategory"
    from ${viewsOf[viewableOf](userId, since)} as seen
    join shared_creatives as creative on creative.${sql.ref(`${viewableOf}_id`)} = seen.shown and creative.state = 'live'
    where viewable > 0
    group by 1
    order by 2 desc, 1
    limit ${maxAds}`.execute(db)
  const ads = await describeAds(
    db,
    rows.map(it => it.creative)
  )
  const data = rows.flatMap(({ creative, productCategory, viewable, unit }) => {
    const ad = ads.get(creative)
    if (!ad) return []
    const { id, ...described } = ad
    const what = { ...described, product_category: productCategory }
    const views = { viewable: Number(viewable), viewable_of: viewableOf, ad_unit_id: String(unit) }
    return [{ type: 'shown_ads' as const, id, attributes: { ...what, ...views } }]
  })
  return { data }
}

/** Views since the start of a day (UTC) by the variant or campaign that was shown, and by ad unit. */
const viewsOf = {
  variant: (userId: number, since: string) => sql`(
    select creative.variant_id as shown, unit_id, sum(viewable) as viewable
    from shared_ad_units own
    join shared_unit_day_creatives counted on counted.unit_id = own.id
    join shared_creatives as creative on creative.id = counted.creative_id
    where own.user_id = ${userId} and day >= ${since}::date
    group by 1, 2)`,
  campaign: (userId: number, since: string) => sql`(
    select counter.campaign_id as shown, unit_id, sum(count) as viewable
    from shared_ad_units own join shared_delivery_counters counter on counter.unit_id = own.id
    where own.user_id = ${userId} and counter.kind = 'viewable' and bucket >= ${since}::timestamp at time zone 'UTC'
    group by 1, 2)`
}
