import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import { type Check, type Verdict, verdictOf } from '../ledger/index.ts'

/** Compares the credit that coupons gave with their uses, in one snapshot. */
export function verifyCoupons(db: Database): Promise<Verdict> {
  return verdictOf(db, checks)
}

const checks: Check[] = [
  sql`
    select format('coupon %s was used %s times, and says %s', code, count(campaign_id), uses) as problem
    from coupons left join coupon_redemptions on coupon_id = coupons.id
    group by coupons.id having uses <> count(campaign_id) order by coupons.id`,
  sql`
    select format('coupon %s was used %s times by user %s', code, count(*), user_id) as problem
    from coupon_redemptions join coupons on coupons.id = coupon_id
    group by coupons.id, user_id having count(*) > uses_per_account order by coupons.id, user_id`,
  // Each use of a coupon that gives promotional credit has its transfer, and there are no other transfers of that kind.
  sql`
    with expected as (
      select format('coupon:%s', campaign_id) as key, amount, asset, 'promotion' as payer, user_id, 'promotion' as payee
      from coupon_redemptions join coupons on coupons.id = coupon_id where effect = 'promotion'
    ), actual as (
      select key, amount, transfer.asset, payer.kind as payer, payee.owner_id as user_id, payee.kind as payee
      from ledger_transfers transfer
      join ledger_accounts payer on payer.id = from_account and payer.owner = 'network'
      join ledger_accounts payee on payee.id = to_account and payee.owner = 'user'
      where transfer.kind = 'coupon'
    )
    select case when actual.key is null then format('%s: there is no transfer of %s', expected.key, expected.amount)
      else format('%s: a transfer of %s that no coupon gave', actual.key, actual.amount) end as problem
    from expected full join actual using (key)
    where expected is distinct from actual
    order by key`
]
