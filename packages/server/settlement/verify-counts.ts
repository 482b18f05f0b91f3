import { sql } from 'kysely'
import type { Check } from '../ledger/index.ts'

/**
 * Holds what was settled against what was counted, and what was counted against the single events while they are kept.
 * Counting and settling only add, so that both agree at every moment.
 */
export const countChecks: Check[] = [
  sql`
    with counted as (
      select settlements.campaign_id, window_start, unit_id, sum(count) as billable
      from settlements join delivery_counters counter on counter.campaign_id = settlements.campaign_id
        and kind = 'billable' and bucket >= window_start and bucket < window_end
      group by settlements.campaign_id, window_start, unit_id)
    select format('campaign %s, window %s: unit %s was settled with %s billable, and %s were counted', campaign_id,
      window_start, unit_id, coalesce(share.billable, 0), coalesce(counted.billable, 0)) as problem
    from settlement_shares share full join counted using (campaign_id, window_start, unit_id)
    where coalesce(share.billable, 0) <> coalesce(counted.billable, 0)
    order by campaign_id, window_start, unit_id`,
  // Nothing billable lies in a window that is over and that no settlement has.
  sql`
    select format('campaign %s: %s billable were counted at %s, and no settlement has them', campaign_id, count, bucket)
      as problem
    from delivery_counters counter, settlement_progress
    where kind = 'billable' and bucket < settled_until and not exists (
      select from settlements
      where settlements.campaign_id = counter.campaign_id and bucket >= window_start and bucket < window_end)
    order by campaign_id, bucket`,
  sql`
    select format('windows are settled until %s, and counted into until %s', settled_until, closed_until) as problem
    from settlement_progress left join counting_closed on true
    where settled_until > coalesce(closed_until, '-infinity')`,
  // The last day whose events are gone took a part of the next day's first hours with it.
  sql`
    with kept as (
      select coalesce(max(kept_from) + 1, '-infinity') at time zone 'UTC' as since from event_retention),
    counted as (
      select bucket, unit_id, campaign_id, banner_id, kind, count from delivery_counters, kept
      where bucket >= since and kind in ('rendered', 'viewable', 'billable', 'clicked', 'rejected_seen_today')),
    happened as (
      select bucket, unit_id, campaign_id, banner_id, counter as kind, count(*) as count
      from delivery_events cross join kept
      cross join lateral (
        select kind as counter
        union all
        select case when rejected is null then 'billable' else 'rejected_' || rejected end where kind = 'viewable'
      ) as counters
      where bucket >= since
      group by bucket, unit_id, campaign_id, banner_id, counter)
    select format('unit %s, campaign %s, banner %s at %s: %s counted as %s, and %s events', unit_id, campaign_id,
      banner_id, bucket, coalesce(counted.count, 0), kind, coalesce(happened.count, 0)) as problem
    from counted full join happened using (bucket, unit_id, campaign_id, banner_id, kind)
    where coalesce(counted.count, 0) <> coalesce(happened.count, 0)
    order by bucket, unit_id, campaign_id, banner_id, kind`
]
