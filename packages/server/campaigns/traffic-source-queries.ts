import type {
  Exclusion,
  ExclusionTarget,
  TrafficSource
} from '@mille/api/traffic-sources/endpoints.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'

type Row = Omit<TrafficSource['attributes'], 'served' | 'billable' | 'clicked' | 'spent'> & {
  id: number
  site_id: number | null
  served: bigint
  billable: bigint
  clicked: bigint
  spent: bigint
}

/** Ad units where a campaign ran or that it excludes. Tables of other domains are only read. */
const sources = (campaignId: number) => sql`
  select unit_id as id from shared_delivery_counters where campaign_id = ${campaignId} and unit_id > 0
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
      coalesce((select sum(gross) from shared_settlement_shares
        where campaign_id = ${campaignId} and unit_id = unit.id), 0) as spent
    from (${sources(campaignId)}) as source
    join shared_ad_units as unit using (id)
    left join shared_sites as site on site.id = unit.site_id
    left join (
      select unit_id, sum(count) filter (where kind = 'served') as served,
        sum(count) filter (where kind = 'billable') as billable,
        sum(count) filter (where kind = 'clicked') as clicked
      from shared_delivery_counters where campaign_id = ${campaignId} group by unit_id
    ) as counted on counted.unit_id = unit.id`
}

type Targets = { type: ExclusionTarget; ids: readonly number[] }

export async function setExclusions(
  tx: Tx,
  campaignId: number,
  { type, ids }: Targets,
  isExcluded: boolean,
  at: Date
): Promise<void> {
  if (isExcluded) {
    await sql`
      insert into campaign_exclusions (campaign_id, type, target_id, created_at)
      select ${campaignId}, ${type}, id, ${at} from unnest(${ids}::integer[]) as target (id)
      on conflict do nothing`.execute(tx)
    return
  }
  await sql`
    delete from campaign_exclusions
    where campaign_id = ${campaignId} and type = ${type} and target_id = any(${ids}::integer[])`.execute(
    tx
  )
}

/** Returns each requested target once, with whether it is excluded; the target need not exist. */
export async function readExclusions(
  db: Database | Tx,
  campaignId: number,
  { type, ids }: Targets
): Promise<Exclusion[]> {
  const isExcluded = (by: ExclusionTarget, id: RawBuilder<unknown>) => sql`exists (
    select from campaign_exclusions where campaign_id = ${campaignId} and type = ${by} and target_id = ${id})`
  const site =
    type === 'site'
      ? sql`asked.id`
      : sql`(select site_id from shared_ad_units where shared_ad_units.id = asked.id)`
  const { rows } = await sql<{ id: number; excluded: boolean; excluded_by_site: boolean }>`
    select id, ${isExcluded(type, sql`asked.id`)} as excluded, ${isExcluded('site', site)} as excluded_by_site
    from (select distinct id from unnest(${ids}::integer[]) as target (id)) as asked
    order by id limit ${ids.length}`.execute(db)
  return rows.map(({ id, ...excluded }) => ({
    type: 'campaign_exclusions',
    id: String(id),
    attributes: { target_type: type, ...excluded }
  }))
}

/** Finds a target that the campaign does not exclude yet and where none of the owner's campaigns ever ran. */
export async function findUnknownTarget(
  tx: Tx,
  campaign: { id: number; user_id: number },
  { type, ids }: Targets
): Promise<number | undefined> {
  const target = sql.ref(type === 'site' ? 'unit.site_id' : 'unit.id')
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${ids}::integer[]) as asked (id)
    where id not in (
      select target_id from campaign_exclusions where campaign_id = ${campaign.id} and type = ${type}
    ) and id not in (
      select ${target} from shared_delivery_counters join shared_ad_units as unit on unit.id = unit_id
      where campaign_id = any(array(select id from campaigns where user_id = ${campaign.user_id}))
        and ${target} = any(${ids}::integer[])
    )
    limit 1`.execute(tx)
  return rows[0]?.id
}

export function sourceResource({ id, site_id: _, ...row }: Row): TrafficSource {
  return {
    type: 'ad_units_traffic',
    id: String(id),
    attributes: {
      ...row,
      // Counts are JSON numbers in the API.
      served: Number(row.served),
      billable: Number(row.billable),
      clicked: Number(row.clicked),
      spent: row.spent.toString()
    }
  }
}
