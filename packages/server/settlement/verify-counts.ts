import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { closedUntilOf, findWrongCount } from '../delivery/index.ts'
import type { Check } from '../ledger/index.ts'
import { readProgress } from './queries.ts'
import { type Unproven, unproven } from './unproven.ts'

/**
 * Compares settled impressions with counted ones. Counting and settling only ever add, so the two agree at all times.
 */
export const countChecks = (since: Unproven | null): Check[] => [
  sql`
    with counted as (
      select settlements.campaign_id, window_start, unit_id, sum(count) as billable
      from ${unproven(since)} settlements join shared_delivery_counters counter on counter.campaign_id = settlements.campaign_id
        and kind = 'billable' and bucket >= window_start and bucket < window_end
      group by settlements.campaign_id, window_start, unit_id)
    select format('campaign %s, window %s: unit %s was settled with %s billable, and %s were counted', campaign_id,
      window_start, unit_id, coalesce(share.billable, 0), coalesce(counted.billable, 0)) as problem
    from (
      select share.* from settlement_shares share join ${unproven(since)} settlements using (campaign_id, window_start)) share
    full join counted using (campaign_id, window_start, unit_id)
    where coalesce(share.billable, 0) <> coalesce(counted.billable, 0)
    order by campaign_id, window_start, unit_id`,
  // No billable view may lie in a finished window without a settlement.
  sql`
    select format('campaign %s: %s billable were counted at %s, and no settlement has them', campaign_id, count, bucket)
      as problem
    from shared_delivery_counters counter, settlement_progress
    where kind = 'billable' and bucket < settled_until and bucket >= ${since?.countedSince ?? new Date(0)} and not exists (
      select from settlements
      where settlements.campaign_id = counter.campaign_id and bucket >= window_start and bucket < window_end)
    order by campaign_id, bucket`
]

/**
 * Compares the counters with the event log while the log is kept, and the time counted up to with the time settled up
 * to. Returns a description of the first problem.
 */
export async function findCountProblem(
  context: Pick<Context, 'db' | 'pool' | 'config'>,
  since: Unproven | null = null
): Promise<string | null> {
  const progress = await readProgress(context.db)
  if (progress && 'settledUntil' in progress) {
    const { settledUntil } = progress
    const closedUntil = await closedUntilOf(context)
    if (closedUntil !== null && closedUntil < settledUntil)
      return `windows are settled until ${settledUntil.toISOString()}, and counted into until ${closedUntil.toISOString()}`
  }
  return findWrongCount(context, since?.countedSince)
}
