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
  // A confirmed payout is the only one of those that take each other's place.
  sql`
    select format('payout %s is confirmed beside %s others', min(id), count(*) - 1) as problem
    from payouts where state = 'confirmed' group by coalesce(replaces, id) having count(*) > 1`
]
