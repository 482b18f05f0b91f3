import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import { type Check, type Verdict, verdictOf } from '../ledger/index.ts'

/** Compares the earnings of ad units with their shares of settlements and with the ledger, in one snapshot. */
export function verifyEarnings(db: Database): Promise<Verdict> {
  return verdictOf(db, checks)
}

const checks: Check[] = [
  sql`
    select format('campaign %s, window %s: the share of ad unit %s is in %s', campaign_id, window_start, unit_id,
      coalesce('earning ' || earning_id, 'no earning')) as problem
    from shared_settlement_shares where (net > waiting) <> (earning_id is not null)
    order by campaign_id, window_start, unit_id`,
  sql`
    select format('earning %s of ad unit %s, %s: has %s, and its shares sum to %s', earning.id, earning.unit_id,
      earning.asset, amount, coalesce(net, 0)) as problem
    from unit_earnings earning left join (
      select earning_id, sum(net) as net, min(unit_id) as first_unit, max(unit_id) as last_unit,
        min(asset) as first_asset, max(asset) as last_asset
      from earning_shares join shared_settlements using (campaign_id, window_start)
      group by earning_id) as shares on earning_id = earning.id
    where (amount, unit_id, unit_id, asset, asset)
      is distinct from (net, first_unit, last_unit, first_asset, last_asset)
    order by earning.id`,
  sql`
    select format('ad unit %s has %s %s, and %s of it matures', unit_id, sum(balance), asset, sum(amount)) as problem
    from (
      select owner_id as unit_id, asset, balance, 0 as amount
      from ledger_accounts where owner = 'ad_unit' and kind = 'available'
      union all
      select unit_id, asset, 0, amount from unit_earnings where ended_at is null) as both_sides
    group by unit_id, asset having sum(balance) <> sum(amount) order by unit_id, asset`,
  // Waiting earnings exceed the slow-start limit: none of them move to the owner before the slow start has ended.
  sql`
    select format('earning %s of ad unit %s was paid in its slow start', earning.id, unit_id) as problem
    from unit_earnings earning join slow_starts using (unit_id)
    where waits and state = 'paid' and earning.ended_at > started_at
      and (slow_starts.ended_at is null or slow_starts.ended_at > earning.ended_at)
    order by earning.id`,
  sql`
    select format('campaign %s, window %s: of the share of ad unit %s %s waits in earning %s', campaign_id, window_start,
      share.unit_id, waiting, waiting_id) as problem
    from shared_settlement_shares share
    left join unit_earnings free on free.id = earning_id
    left join unit_earnings above on above.id = waiting_id
    where free.waits or not above.waits
    order by campaign_id, window_start, share.unit_id`,
  // Each ended earning has its transfers: all of it to the owner, or all of it back to the advertisers who paid.
  sql`
    with expected as (
      select format('earning:%s', earning.id) as key, amount, asset, unit_id, 'user' as owner, user_id as owner_id,
        'available' as account_kind
      from unit_earnings earning join shared_ad_units on shared_ad_units.id = unit_id where earning.state = 'paid'
    ), actual as (
      select key, amount, transfer.asset, payer.owner_id as unit_id, payee.owner, payee.owner_id,
        payee.kind as account_kind
      from ledger_transfers transfer
      join ledger_accounts payer on payer.id = from_account and payer.owner = 'ad_unit'
      join ledger_accounts payee on payee.id = to_account
      where transfer.kind = 'earning'
    )
    select case when actual.key is null then format('%s: there is no transfer of %s', expected.key, expected.amount)
      when expected.key is null then format('%s: a transfer of %s that no earning has', actual.key, actual.amount)
      else format('%s: the transfer of %s is not the earning''s %s', actual.key, actual.amount, expected.amount)
      end as problem
    from expected full join actual using (key)
    where expected is distinct from actual
    order by key`,
  // All of an earning that was taken back went to the advertisers that its returns name.
  sql`
    select format('earning %s: %s was taken back, and its returns sum to %s', earning.id, amount, coalesce(net, 0)) as problem
    from (select id, amount from unit_earnings where state = 'taken_back') as earning
    full join (select earning_id, sum(net) as net from earning_returns group by earning_id) as returned
      on earning_id = earning.id
    where amount is distinct from net
    order by earning.id`,
  sql`
    with expected as (
      select format('%s-%s', earning_id, campaign_id) as id, returned.user_id, asset, payer, kind, sum(amount) as amount
      from earning_returns returned
      cross join lateral (values
        ('ad_unit', 'available', net - net_promotion), ('ad_unit', 'promotion', net_promotion),
        ('network', 'available', fee - fee_promotion), ('network', 'promotion', fee_promotion)
      ) as part (payer, kind, amount)
      where amount > 0 group by 1, 2, 3, 4, 5
    ), actual as (
      select subject_id as id, payee.owner_id as user_id, transfer.asset, payer.owner as payer, payee.kind,
        sum(amount) as amount
      from ledger_transfers transfer
      join ledger_accounts payer on payer.id = from_account
      join ledger_accounts payee on payee.id = to_account and payee.owner = 'user'
      where transfer.kind = 'take_back' group by 1, 2, 3, 4, 5
    )
    select format('take-back %s: its returns and its transfers differ', coalesce(expected.id, actual.id)) as problem
    from expected full join actual using (id, user_id, asset, payer, kind)
    where expected.amount is distinct from actual.amount
    order by 1`
]
