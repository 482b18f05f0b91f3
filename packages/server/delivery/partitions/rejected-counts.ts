import { sql } from 'kysely'
import type { Database, Tx } from '../../db/connect.ts'

type Window = { campaign: number; start: Date; end: Date }
/** `position` is the index of the window in the requested list, starting at 1. */
export type RejectedCount = { position: number; reason: string; count: bigint }

/** Counts the rejected reports in each of the windows, by reason. */
export async function readRejectedCounts(
  db: Database | Tx,
  windows: readonly Window[]
): Promise<RejectedCount[]> {
  const { rows } = await sql<RejectedCount>`
    select position::integer, substr(kind, 10) as reason, sum(count) as count
    from unnest(
      ${windows.map(it => it.campaign)}::integer[], ${windows.map(it => it.start)}::timestamptz[],
      ${windows.map(it => it.end)}::timestamptz[]
    ) with ordinality as wanted (campaign_id, first, until, position)
    join delivery_counters using (campaign_id)
    where bucket >= first and bucket < until and kind like 'rejected\\_%'
    group by position, kind`.execute(db)
  return rows
}
