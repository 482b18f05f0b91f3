import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import type { Check } from '../ledger/index.ts'
import { readProgress } from './queries.ts'

/** For other domains to join. It has the windows that begin before `readSharesSummedUntil` and no other. */
export const unitShareSums = sql`(select window_start, unit_id, asset, gross, net from unit_share_sums)`

/** It grows, and what is before it never changes: whoever reads it first may read the sums in another transaction. */
export async function readSharesSummedUntil(db: Database | Tx): Promise<Date> {
  const { until } = await db
    .selectFrom('share_sums_until')
    .select('until')
    .limit(1)
    .executeTakeFirstOrThrow()
  return until
}

/** Adds up the shares of the windows that every campaign has settled. Shares are never changed, and none is added to these windows. */
export async function sumShares(db: Database): Promise<void> {
  const progress = await readProgress(db)
  if (!progress || !('settledUntil' in progress)) return
  const until = progress.settledUntil
  await db.transaction().execute(async tx => {
    const { rows } = await sql<{ since: Date }>`
      select until as since from share_sums_until limit 1 for update`.execute(tx)
    const since = rows[0]?.since ?? until
    if (since >= until) return
    // No window is over one of the two moments: every campaign's begin anew there.
    await sql`
      insert into unit_share_sums (window_start, unit_id, asset, gross, net)
      select window_start, unit_id, asset, sum(gross), sum(net)
      from settlements join settlement_shares using (campaign_id, window_start)
      where window_end > ${since} and window_end <= ${until}
      group by window_start, unit_id, asset having sum(gross) > 0 order by window_start, unit_id, asset`.execute(
      tx
    )
    await tx.updateTable('share_sums_until').set({ until }).execute()
  })
}

/** Holds each day's sums of an ad unit against its shares. */
export const shareSumChecks: Check[] = [
  sql`
    with summed as (
      select (window_start at time zone 'UTC')::date as day, unit_id, asset, sum(gross) as gross, sum(net) as net,
        bool_or(window_start >= (select until from share_sums_until limit 1)) as is_early
      from unit_share_sums group by 1, 2, 3
    ), settled as (
      select (window_start at time zone 'UTC')::date as day, unit_id, asset, sum(share.gross) as gross, sum(share.net) as net
      from settlement_shares share join settlements using (campaign_id, window_start)
      where window_start < (select until from share_sums_until limit 1) group by 1, 2, 3
    )
    select format('the sums of unit %s on %s say %s of %s %s, and its shares %s of %s', unit_id, day, coalesce(summed.net, 0),
      coalesce(summed.gross, 0), asset, coalesce(settled.net, 0), coalesce(settled.gross, 0)) as problem
    from summed full join settled using (day, unit_id, asset)
    where is_early or coalesce(summed.net, 0) <> coalesce(settled.net, 0)
      or coalesce(summed.gross, 0) <> coalesce(settled.gross, 0)
    order by day, unit_id, asset`
]
