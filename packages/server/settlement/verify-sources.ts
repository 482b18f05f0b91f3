import { sql } from 'kysely'
import type { Check } from '../ledger/index.ts'

/** Tolerance in seconds: process clocks differ, and a campaign may end while its window is being settled. */
const toleranceSeconds = 60

/**
 * Compares what a statement says it was computed from with the original records. The minutes in which ads could be
 * shown are deleted together with the events, so only windows from `keptFrom` on still have them.
 */
export const sourceChecks = (keptFrom: Date): Check[] => [
  sql`
    select format('campaign %s, window %s: the fee of the statement is %s, and the settings say %s', campaign_id, window_start,
      fee_basis_points, expected) as problem
    from statement_fees where fee_basis_points <> expected
    order by campaign_id, window_start`,
  sql`
    with windows as (
      select first, until, up.minutes
      from (
        select distinct window_start as first, window_end as until from settlements
        where active_seconds > ${toleranceSeconds} and window_start >= ${keptFrom}) as charged
      left join lateral (
        select range_agg(tstzrange(minute, minute + interval '1 minute')) as minutes
        from shared_delivery_heartbeats where minute > first - interval '1 minute' and minute < until) as up on true)
    select format('campaign %s, window %s: charged for %s active seconds, and it was active for %s', statement.campaign_id,
      window_start, active_seconds, seconds) as problem
    from settlements statement
    join shared_campaign_terms terms on terms.id = terms_id
    join windows on first = window_start and until = window_end
    cross join lateral (
      select case when hours is null then tstzmultirange(tstzrange(first, until)) else (
        -- Clocks are set at a quarter of an hour only.
        select range_agg(tstzrange(quarter, quarter + interval '15 minutes'))
        from generate_series(date_bin('15 minutes', first, '2000-01-01 00:00Z'), until, '15 minutes') as quarter
        cross join lateral (select quarter at time zone time_zone as local) as clock
        where substr(hours, (extract(isodow from local)::integer - 1) * 24 + extract(hour from local)::integer + 1, 1) = '1'
      ) end as shown) as open
    cross join lateral (
      select coalesce(floor(sum(extract(epoch from upper(piece) - lower(piece)))), 0)::integer as seconds
      from shared_campaign_activity activity
      cross join lateral unnest(minutes * shown * tstzmultirange(tstzrange(
        greatest(started_at, first), least(coalesce(ended_at, until), until)))) as piece
      where activity.campaign_id = statement.campaign_id and started_at < until
        and (ended_at is null or ended_at > first)) as found
    where active_seconds > seconds + ${toleranceSeconds}
    order by statement.campaign_id, window_start`
]
