import type { TrafficSource } from '@mille/api/traffic-sources/endpoints.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'

type Row = Omit<TrafficSource['attributes'], 'served' | 'billable' | 'clicked' | 'spent'> & {
  id: number
  site_id: number | null
  served: bigint
  billable: bigint
  clicked: bigint
  spent: bigint
}

/** Where the campaign ran and what it excludes; the counters and statements of other domains are only read. */
const sources = (campaignId: number) => sql`
  select unit_id as id from delivery_counters where campaign_id = ${campaignId} and unit_id > 0
  union
  select target_id from campaign_exclusions where campaign_id = ${campaignId} and type = 'ad_unit'`

export async function listSources(
  db: Database,
  campaignId: number,
  offset: number,
  limit: number
): Promise<{ rows: Row[]; records: number }> {
  const { rows } = await sql<Row>`
    select * from (${describe(campaignId)}) as described
    order by billable desc, served desc, id
    offset ${offset} limit ${limit}`.execute(db)
  const counted = await sql<{ records: bigint }>`
    select count(*) as records from (${sources(campaignId)}) as source`.execute(db)
  return { rows, records: Number(counted.rows[0]?.records ?? 0n) }
}

export async function findSource(
  tx: Tx,
  campaignId: number,
  unitId: number
): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select * from (${describe(campaignId)}) as described where id = ${unitId}`.execute(tx)
  return rows[0]
}

function describe(campaignId: number) {
  return sql`
    select unit.id, unit.site_id, unit.size, site.domain_name,
      exists (select from campaign_exclusions where campaign_id = ${campaignId}
        and type = 'ad_unit' and target_id = unit.id) as excluded_by_ad_unit,
      exists (select from campaign_exclusions where campaign_id = ${campaignId}
        and type = 'site' and target_id = unit.site_id) as excluded_by_site,
      coalesce(served, 0) as served, coalesce(billable, 0) as billable, coalesce(clicked, 0) as clicked,
      coalesce((select sum(gross) from settlement_shares
        where campaign_id = ${campaignId} and unit_id = unit.id), 0) as spent
    from (${sources(campaignId)}) as source
    join ad_units as unit using (id)
    left join sites as site on site.id = unit.site_id
    left join (
      select unit_id, sum(count) filter (where kind = 'served') as served,
        sum(count) filter (where kind = 'billable') as billable,
        sum(count) filter (where kind = 'clicked') as clicked
      from delivery_counters where campaign_id = ${campaignId} group by unit_id
    ) as counted on counted.unit_id = unit.id`
}

export async function setExclusion(
  tx: Tx,
  campaignId: number,
  target: { type: 'site' | 'ad_unit'; id: number },
  isExcluded: boolean,
  at: Date
): Promise<void> {
  if (isExcluded) {
    await tx
      .insertInto('campaign_exclusions')
      .values({
        campaign_id: campaignId,
        type: target.type,
        target_id: target.id,
        created_at: at
      })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    return
  }
  await tx
    .deleteFrom('campaign_exclusions')
    .where('campaign_id', '=', campaignId)
    .where('type', '=', target.type)
    .where('target_id', '=', target.id)
    .execute()
}

export function sourceResource({ id, site_id: _, ...row }: Row): TrafficSource {
  return {
    type: 'ad_units_traffic',
    id: String(id),
    attributes: {
      ...row,
      // Counts are JSON numbers in the contract.
      served: Number(row.served),
      billable: Number(row.billable),
      clicked: Number(row.clicked),
      spent: row.spent.toString()
    }
  }
}
