import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'
import type { TrafficReason } from '../scoring/score.ts'

type Span = { from: Date; until: Date }

export type SuspectUnitRow = {
  id: number
  name: string | null
  domain_name: string | null
  user_id: number | null
  user_name: string | null
  viewable: bigint
  billable: bigint
  rejected: bigint
  covered: bigint
  score: number | null
  reasons: TrafficReason[] | null
  reason: string | null
  excluded_at: Date | null
}

const maxUnits = 30
const maxVisitors = 10
/** A visitor's second view in 24 hours is a person's as much as the first. */
const isSuspect = sql`kind like 'rejected\\_%' and kind <> 'rejected_seen_today'`

/** Units with the highest score first, then those with most rejections and covered views, and every unit that is excluded. */
export async function readSuspectUnits(
  db: Database,
  { from, until }: Span
): Promise<SuspectUnitRow[]> {
  const { rows } = await sql<SuspectUnitRow>`
    with counted as (
      select unit_id, kind, sum(count) as count from delivery_counters
      where bucket >= ${from} and bucket <= ${until} group by 1, 2
    ), summed as (
      select unit_id,
        coalesce(sum(count) filter (where kind = 'viewable'), 0) as viewable,
        coalesce(sum(count) filter (where kind = 'billable'), 0) as billable,
        coalesce(sum(count) filter (where ${isSuspect}), 0) as rejected,
        coalesce(sum(count) filter (where kind = 'covered'), 0) as covered,
        (array_agg(substr(kind, 10) order by count desc, kind) filter (where ${isSuspect}))[1] as reason
      from counted group by unit_id
    )
    select unit_id as id, unit.name, site.domain_name, unit.user_id,
      owner.name as user_name, coalesce(viewable, 0) as viewable,
      coalesce(billable, 0) as billable, coalesce(rejected, 0) as rejected, coalesce(covered, 0) as covered, scored.score, scored.reasons, reason, excluded.excluded_at
    from summed full join excluded_units as excluded using (unit_id)
    full join unit_scores as scored using (unit_id)
    left join ad_units as unit on unit.id = unit_id
    left join sites as site on site.id = unit.site_id
    left join account_names as owner on owner.id = unit.user_id
    where rejected > 0 or covered > 0 or score > 0 or excluded.unit_id is not null
    order by coalesce(score, 0) desc, rejected + covered desc nulls last, 1 limit ${maxUnits}`.execute(
    db
  )
  return rows
}

export async function readReasons(
  db: Database,
  { from, until }: Span
): Promise<{ kind: string; count: bigint }[]> {
  const { rows } = await sql<{ kind: string; count: bigint }>`
    select kind, sum(count) as count from delivery_counters
    where bucket >= ${from} and bucket <= ${until} and (kind = 'viewable' or kind like 'rejected\\_%')
    group by kind order by 2 desc, 1 limit 100`.execute(db)
  return rows
}

export type SuspectVisitorRow = {
  day: string
  visitor: Buffer
  viewable: bigint
  billable: bigint
  clicked: bigint
  units: bigint
  excluded_at: Date | null
}

/**
 * Who reported most: a visitor is the keyed hash of an address block and a browser. Those of the days alone whose keys
 * still live, as nobody comes under an older name any more.
 */
export async function readBusiestVisitors(
  db: Database,
  { from, until }: Span
): Promise<SuspectVisitorRow[]> {
  const { rows } = await sql<SuspectVisitorRow>`
    select day::text as day, visitor, viewable, billable, clicked, units, excluded_at
    from (
      select day, visitor,
        count(*) filter (where kind = 'viewable') as viewable,
        count(*) filter (where kind = 'viewable' and rejected is null) as billable,
        count(*) filter (where kind = 'clicked') as clicked,
        count(distinct unit_id) as units
      from delivery_events
      where day >= (select min(day) from visitor_keys) and at >= ${from} and at <= ${until}
      group by day, visitor
    ) as busy
    left join excluded_visitors using (day, visitor)
    order by (excluded_at is not null) desc, viewable + clicked desc, day, visitor
    limit ${maxVisitors}`.execute(db)
  return rows
}
