import { dayMs } from '@mille/api/durations.ts'
import type { ShownAds } from '@mille/api/statistics/endpoints.ts'
import { sql } from 'kysely'
import { describeAds } from '../campaigns/index.ts'
import type { Database } from '../db/connect.ts'

const days = 7
const maxAds = 50

type Row = { creative: number; viewable: bigint; unit: number }

/** Returns the running ads that the account's ad units showed lately, most views first. */
export async function readShownAds(db: Database, userId: number, now: Date): Promise<ShownAds> {
  const since = new Date(now.getTime() - days * dayMs)
  const { rows } = await sql<Row>`
    select creative.id as creative, sum(viewable) as viewable,
      (array_agg(unit_id order by viewable desc, unit_id))[1] as unit
    from (
      select counter.campaign_id, unit_id, sum(count) as viewable
      from shared_ad_units own join shared_delivery_counters counter on counter.unit_id = own.id
      where own.user_id = ${userId} and counter.kind = 'viewable' and bucket >= ${since}
      group by 1, 2
    ) as seen
    join shared_creatives as creative on creative.campaign_id = seen.campaign_id and creative.state = 'live'
    group by 1
    order by 2 desc, 1
    limit ${maxAds}`.execute(db)
  const ads = await describeAds(
    db,
    rows.map(it => it.creative)
  )
  const data = rows.flatMap(({ creative, viewable, unit }) => {
    const ad = ads.get(creative)
    if (!ad) return []
    const { id, ...described } = ad
    const attributes = { ...described, viewable: Number(viewable), ad_unit_id: String(unit) }
    return [{ type: 'shown_ads' as const, id, attributes }]
  })
  return { data }
}
