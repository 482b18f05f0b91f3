import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import { type Check, type Verdict, verdictOf } from '../ledger/index.ts'

/** Compares deposits and withdrawals with the ledger, in one snapshot. */
export function verifyPayments(db: Database): Promise<Verdict> {
  return verdictOf(db, checks)
}

const checks: Check[] = [
  sql`
    select format('deposit %s says %s is credited, and its transfers %s', coalesce(deposits.id, moved.id),
      coalesce(credited, 0), coalesce(moved.amount, 0)) as problem
    from deposits full join (
      select split_part(key, ':', 2)::bigint as id,
        sum(case kind when 'deposit' then amount else -amount end) as amount
      from ledger_transfers where kind in ('deposit', 'deposit_reversal') group by 1) as moved using (id)
    where coalesce(credited, 0) <> coalesce(moved.amount, 0)
    order by coalesce(deposits.id, moved.id)`,
  sql`
    select format('withdrawal %s is %s, and its hold %s with %s posted', withdrawals.id, withdrawals.state, hold.state,
      posted) as problem
    from withdrawals join ledger_holds hold on hold.id = hold_id
    where hold.amount <> withdrawals.amount or (hold.state, posted) is distinct from
      (case when withdrawals.state = 'confirmed' then 'posted'
        when withdrawals.state in ('cancelled', 'failed') then 'voided' else 'open' end,
      case when withdrawals.state = 'confirmed' then withdrawals.amount else 0 end)
    order by withdrawals.id`,
  // What a block was credited for is all of it; less is owed only when the payment has left its block.
  sql`
    select format('deposit %s of %s is credited with %s', id, coalesce(worth, amount), credited) as problem
    from deposits where credited > 0 and credited < coalesce(worth, amount) and credited_block = block_hash
    order by id`,
  sql`
    select format('withdrawal %s belongs to user %s, and %s %s pays for it', withdrawals.id, user_id, payer.owner,
      payer.owner_id) as problem
    from withdrawals
    join ledger_holds hold on hold.id = hold_id join ledger_accounts payer on payer.id = from_account
    where (payer.owner, payer.owner_id, payer.asset) <>
      (case when user_id is null then 'network' else 'user' end, coalesce(user_id, 0), withdrawals.asset)
    order by withdrawals.id`,
  sql`
    select format('withdrawal %s: its transfers say %s with a fee of %s, and it says %s with a fee of %s',
      withdrawals.id, coalesce(paid.amount, 0), coalesce(kept.amount, 0), withdrawals.amount, fee) as problem
    from withdrawals
    left join ledger_transfers paid on paid.key = format('withdrawal:%s:paid', withdrawals.id)
    left join ledger_transfers kept on kept.key = format('withdrawal:%s:fee', withdrawals.id)
    where state = 'confirmed'
      and (coalesce(paid.amount, 0), coalesce(kept.amount, 0)) is distinct from (withdrawals.amount - fee, fee)
    order by withdrawals.id`,
  // Above the operator's limit another operator said yes, through the interface.
  sql`
    select format('withdrawal %s was approved by user %s, and the audit log does not say so', id, approved_by) as problem
    from withdrawals
    where approved_by is not null and not exists (
      select from audit_entries
      where audit_entries.user_id = approved_by and act like 'PATCH /api/v1/admin/withdrawals/%'
        and input ->> 'id' = withdrawals.id::text)
    order by id`,
  // A confirmed payout is the only one of those that take each other's place.
  sql`
    select format('payout %s is confirmed beside %s others', min(id), count(*) - 1) as problem
    from payouts where state = 'confirmed' group by coalesce(replaces, id) having count(*) > 1`
]
