import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import { settlementLock } from '../../settlement/index.ts'
import { dayAfter, dayOf } from '../days.ts'

export type Rebuilt =
  /** `changed` counters were not what their events say. */
  | { ok: true; counters: bigint; changed: bigint }
  /** The events before that day are gone. */
  | { ok: false; code: 'events_gone'; possibleFrom: string }

/**
 * Computes the counters of the buckets from `from` until before `to` anew from their events. What was served, and what
 * was rejected without becoming an event, has no other record and stays.
 */
export async function rebuildCounters(tx: Tx, from: Date, to: Date): Promise<Rebuilt> {
  await sql`select pg_advisory_xact_lock(${settlementLock})`.execute(tx)
  const retention = await tx
    .selectFrom('event_retention')
    .select('kept_from')
    .limit(1)
    .executeTakeFirst()
  // What is counted in the first hours of a day may have been decided the day before.
  const possibleFrom = retention ? dayAfter(retention.kept_from, 1) : null
  if (possibleFrom !== null && dayOf(from) < possibleFrom) {
    return { ok: false, code: 'events_gone', possibleFrom }
  }
  await sql`
    create temporary table rebuilt on commit drop as
    select bucket, unit_id, campaign_id, banner_id, counter as kind, count(*) as count
    from delivery_events
    cross join lateral (
      select kind as counter
      union all select case when rejected is null then 'billable' else 'rejected_' || rejected end where kind = 'viewable'
    ) as counters
    where bucket >= ${from} and bucket < ${to}
      and day >= (${from}::timestamptz at time zone 'UTC')::date - 1
      and day <= (${to}::timestamptz at time zone 'UTC')::date
    group by bucket, unit_id, campaign_id, banner_id, counter`.execute(tx)
  const { rows } = await sql<{ counters: bigint; changed: bigint }>`
    select count(rebuilt.count) as counters,
      count(*) filter (where rebuilt.count is distinct from counter.count) as changed
    from rebuilt full join (select * from delivery_counters where ${isOfEvents(from, to)}) as counter
    using (bucket, unit_id, campaign_id, banner_id, kind)`.execute(tx)
  await sql`delete from delivery_counters where ${isOfEvents(from, to)}`.execute(tx)
  await sql`
    insert into delivery_counters (bucket, unit_id, campaign_id, banner_id, kind, count)
    select bucket, unit_id, campaign_id, banner_id, kind, count from rebuilt`.execute(tx)
  await sql`drop table rebuilt`.execute(tx)
  return { ok: true, counters: rows[0]?.counters ?? 0n, changed: rows[0]?.changed ?? 0n }
}

function isOfEvents(from: Date, to: Date) {
  return sql`bucket >= ${from} and bucket < ${to}
    and kind in ('rendered', 'viewable', 'billable', 'clicked', 'rejected_seen_today')`
}
