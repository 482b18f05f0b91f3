import { sql } from 'kysely'
import type { Check } from '../ledger/index.ts'

/** Compares orders with their holds, accounts, releases, steps and transfers. */
export const orderChecks: Check[] = [
  sql`
    select format('order %s of %s: its hold is of %s', orders.id, orders.amount, hold.amount) as problem
    from publication_orders orders join ledger_holds hold on hold.id = hold_id
    where hold.amount <> orders.amount
    order by orders.id`,
  sql`
    select format('order %s belongs to user %s, and was paid by %s %s', orders.id, advertiser_id, payer.owner,
      payer.owner_id) as problem
    from publication_orders orders
    join ledger_holds hold on hold.id = hold_id join ledger_accounts payer on payer.id = from_account
    where (payer.owner, payer.owner_id) <> ('user', advertiser_id)
    order by orders.id`,
  sql`
    select format('order %s says %s of %s days are released, and its releases are %s up to day %s', orders.id, released,
      released_days, coalesce(total, 0), coalesce(day, 0)) as problem
    from publication_orders orders left join (
      select order_id, sum(gross) as total, max(day) as day from publication_order_releases group by order_id
    ) as paid on order_id = orders.id
    where released <> coalesce(total, 0) or coalesce(day, 0) > released_days
    order by orders.id`,
  // A confirmed order's account received the price; its balance is what is not yet released or refunded.
  sql`
    select format('order %s: its account has %s, and %s of %s is neither released nor given back', orders.id,
      coalesce(balance, 0), amount - released - refunded, amount) as problem
    from publication_orders orders left join ledger_accounts account
      on owner = 'order' and owner_id = orders.id and account.asset = orders.asset and kind = 'available'
    where coalesce(balance, 0) <> case
      when exists (select from ledger_transfers where key = format('order:%s:confirmed', orders.id))
      then amount - released - refunded else 0 end
    order by orders.id`,
  // Each part of a release has its transfer to the right account, and no other transfer has its kind.
  sql`
    with part as (
      select release.*, asset, publisher_id, partner_id
      from publication_order_releases release join publication_orders orders on orders.id = order_id),
    expected as (
      select format('order:%s:release:%s', order_id, day) as key, net as amount, asset, 'order_release' as kind,
        'user' as payee, publisher_id as payee_id
      from part where net > 0
      union all
      select format('order:%s:release:%s:fee', order_id, day), fee, asset, 'order_fee', 'network', 0
      from part where fee > 0
      union all
      select format('order:%s:release:%s:referral', order_id, day), referral, asset, 'order_referral', 'user', partner_id
      from part where referral > 0),
    actual as (
      select key, amount, transfer.asset, transfer.kind, payee.owner as payee, payee.owner_id as payee_id
      from ledger_transfers transfer join ledger_accounts payee on payee.id = to_account
      where transfer.kind in ('order_release', 'order_fee', 'order_referral'))
    select case when actual.key is null then format('%s: there is no transfer of %s', expected.key, expected.amount)
      else format('%s: a transfer of %s to %s %s that no release has', actual.key, actual.amount, actual.payee,
        actual.payee_id) end as problem
    from expected full join actual using (key)
    where expected is distinct from actual
    order by key`,
  sql`
    select format('order %s is %s, and its last step led to %s', orders.id, state, coalesce(last.to_state, 'nothing'))
      as problem
    from publication_orders orders left join lateral (
      select to_state from publication_order_events
      where order_id = orders.id order by sequence desc limit 1) as last on true
    where state is distinct from last.to_state
    order by orders.id`
]
