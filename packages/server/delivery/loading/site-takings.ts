import { dayMs } from '@mille/api/durations.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../../db/connect.ts'
import type { Campaign } from '../choosing/inventory.ts'
import type { SiteCount } from '../choosing/site-share.ts'
import { dayOf } from '../days.ts'
import { maxRows } from './load-snapshot.ts'

/** The name of a unit's site, as `placeName` returns it. */
const place = sql`coalesce('site ' || unit.site_id, 'unit ' || unit.id)`

type Taken<Value> = (id: number) => ReadonlyMap<string, Value>

/** Loads what campaigns were charged for today's settled periods, by site. */
export async function loadSettledBySite(
  db: Database | Tx,
  ids: readonly number[],
  now: Date
): Promise<Taken<bigint>> {
  if (ids.length === 0) return () => new Map()
  const { rows } = await sql<{ id: number; place: string; gross: bigint }>`
    select campaign_id as id, ${place} as place, sum(gross)::bigint as gross
    from shared_settlement_shares join shared_ad_units as unit on unit.id = unit_id
    where campaign_id = any(${ids}::int[])
      and window_start >= ${dayOf(now)}::date::timestamp at time zone 'UTC'
    group by 1, 2 limit ${maxRows}`.execute(db)
  return byCampaign(rows.map(({ gross, ...row }) => ({ ...row, value: gross })))
}

/**
 * Loads the billable views of today after each campaign's last settled period, by site. A period that still runs counts
 * as a whole, because that is what a CPD campaign is charged for it.
 */
export async function loadCountedBySite(
  db: Database | Tx,
  campaigns: readonly Pick<Campaign, 'id' | 'settledUntil'>[],
  now: Date,
  windowSeconds: number
): Promise<Taken<SiteCount>> {
  if (campaigns.length === 0) return () => new Map()
  const { rows } = await sql<{ id: number; place: string } & SiteCount>`
    with counted as (
      select campaign.id, date_bin(make_interval(secs => ${windowSeconds}), bucket, '2000-01-01 00:00Z') as period,
        ${place} as place, sum(count) as count
      from unnest(${campaigns.map(it => it.id)}::int[], ${campaigns.map(it => it.settledUntil)}::timestamptz[])
        as campaign (id, settled_until)
      join delivery_counters on campaign_id = campaign.id and kind = 'billable'
        and bucket >= coalesce(campaign.settled_until, '2000-01-01'::timestamptz)
        and bucket >= ${dayOf(now)}::date::timestamp at time zone 'UTC'
      join shared_ad_units as unit on unit.id = unit_id
      group by 1, 2, 3
    ), parts as (
      select *, count / sum(count) over (partition by id, period) as part from counted
    )
    select id, place, sum(count)::bigint as views, (sum(part) * ${(windowSeconds * 1000) / dayMs}::float8)::float8 as "dayShare"
    from parts group by id, place limit ${maxRows}`.execute(db)
  return byCampaign(
    rows.map(({ views, dayShare, ...row }) => ({ ...row, value: { views, dayShare } }))
  )
}

function byCampaign<Value>(
  rows: readonly { id: number; place: string; value: Value }[]
): Taken<Value> {
  const found = Map.groupBy(rows, row => row.id)
  return id => new Map(found.get(id)?.map(row => [row.place, row.value]))
}
