import { type RawBuilder, sql } from 'kysely'
import { atOneMoment } from '../db/at-one-moment.ts'
import type { Database } from '../db/connect.ts'
import { type Check, firstProblem } from './first-problem.ts'

export type LedgerVerdict =
  | { ok: true; accounts: bigint; transfers: bigint; entries: bigint; openHolds: bigint }
  /** Description of the first broken account or transfer. */
  | { ok: false; problem: string }

/** Recomputes the whole ledger from its entries, in one snapshot, without blocking other transactions. */
export async function verifyLedger(db: Database): Promise<LedgerVerdict> {
  return atOneMoment(db, async tx => {
    const problem = await firstProblem(tx, checks)
    if (problem !== null) return { ok: false, problem }
    const { rows } = await sql<{
      accounts: bigint
      transfers: bigint
      entries: bigint
      openHolds: bigint
    }>`
      select (select count(*) from ledger_accounts) as accounts,
        (select count(*) from ledger_transfers) as transfers,
        (select count(*) from ledger_entries) as entries,
        (select count(*) from ledger_holds where state = 'open') as "openHolds"`.execute(tx)
    const [counts] = rows
    if (!counts) throw new Error('A count gave no row')
    return { ok: true, ...counts }
  })
}

/** Selects the description of an account. `account` is a column of the outer query, with its table's name. */
const inWords = (account: RawBuilder<unknown>) =>
  sql`(select format('%s %s, %s, %s (account %s)', owner, owner_id, asset, kind, id)
    from ledger_accounts named where named.id = ${account})`

const checks: Check[] = [
  // Each entry follows the previous one: there is no gap, and the running balance adds up.
  sql`
    select format('%s: entry %s does not follow entry %s with balance %s',
      ${inWords(sql`chained.account`)}, sequence, sequence_before, balance_before) as problem
    from (
      select account, sequence, amount, balance,
        lag(sequence, 1, 0::bigint) over chain as sequence_before,
        lag(balance, 1, 0::bigint) over chain as balance_before
      from ledger_entries window chain as (partition by account order by sequence)) as chained
    where sequence <> sequence_before + 1 or balance <> balance_before + amount
    order by account, sequence`,
  sql`
    select format('%s: has balance %s after %s entries, but its %s entries sum to %s',
      ${inWords(sql`ledger_accounts.id`)}, balance, entries, coalesce(counted, 0), coalesce(total, 0)) as problem
    from ledger_accounts left join (
      select account, count(*) as counted, sum(amount) as total from ledger_entries group by account
    ) as sums on account = id
    where balance <> coalesce(total, 0) or entries <> coalesce(counted, 0)
    order by id`,
  sql`
    select format('%s: has %s', ${inWords(sql`ledger_accounts.id`)}, balance) as problem
    from ledger_accounts
    where balance < 0 and not (owner = 'network' and kind in ('outside', 'lightning', 'promotion', 'costs'))
    order by id`,
  // The `settling` account is filled and emptied within one transaction, so it must be empty.
  sql`
    select format('%s: has %s, and must be empty', ${inWords(sql`ledger_accounts.id`)}, balance) as problem
    from ledger_accounts where kind = 'settling' and balance <> 0
    order by id`,
  sql`
    select format('transfer %s of %s from %s to %s: its %s entries do not say so', transfer.id, transfer.amount,
      ${inWords(sql`transfer.from_account`)}, ${inWords(sql`transfer.to_account`)}, coalesce(counted, 0)) as problem
    from ledger_transfers transfer left join (
      select transfer, count(*) as counted, sum(amount) as total,
        min(account) filter (where amount < 0) as payer, min(amount) as paid,
        min(account) filter (where amount > 0) as payee, max(amount) as got
      from ledger_entries group by transfer) as sums on sums.transfer = id
    where (counted, total, payer, paid, payee, got)
      is distinct from (2, 0, from_account, -transfer.amount, to_account, transfer.amount)
    order by id`,
  sql`
    select format('transfer %s is of %s, but moves between %s and %s', transfer.id, transfer.asset,
      ${inWords(sql`transfer.from_account`)}, ${inWords(sql`transfer.to_account`)}) as problem
    from ledger_transfers transfer
    join ledger_accounts payer on payer.id = from_account
    join ledger_accounts payee on payee.id = to_account
    where payer.asset <> transfer.asset or payee.asset <> transfer.asset
    order by transfer.id`,
  sql`
    select format('all accounts in %s sum to %s instead of 0', asset, sum(balance)) as problem
    from ledger_accounts group by asset having sum(balance) <> 0 order by asset`,
  sql`
    select format('%s: has %s, but its open holds sum to %s',
      ${inWords(sql`ledger_accounts.id`)}, balance, coalesce(total, 0)) as problem
    from ledger_accounts left join (
      select held_account, sum(amount) as total from ledger_holds where state = 'open' group by held_account
    ) as sums on held_account = id
    where kind = 'held' and balance <> coalesce(total, 0) or kind <> 'held' and total is not null
    order by id`,
  // Each hold was set aside from its account. When a hold ended, the posted part was paid, and the rest returned to
  // that account.
  sql`
    select format('%s: put %s into holds of %s, and of %s that ended unposted got %s back',
      ${inWords(sql`holds.account`)}, coalesce(put, 0), held, due, coalesce(got, 0)) as problem
    from (
      select from_account as account, sum(amount) as held,
        coalesce(sum(amount - posted) filter (where state <> 'open'), 0) as due
      from ledger_holds group by from_account) as holds
    full join (
      select case kind when 'hold' then from_account else to_account end as account,
        sum(amount) filter (where kind = 'hold') as put, sum(amount) filter (where kind = 'hold_return') as got
      from ledger_transfers where kind in ('hold', 'hold_return') group by 1) as moved using (account)
    where (held, due) is distinct from (coalesce(put, 0), coalesce(got, 0))
    order by account`,
  sql`
    select format('%s: its holds were posted with %s, but %s left it', ${inWords(sql`account`)},
      coalesce(posted, 0), coalesce(paid, 0)) as problem
    from (
      select held_account as account, sum(posted) as posted from ledger_holds group by held_account) as holds
    full join (
      select from_account as account, sum(amount) as paid
      from ledger_transfers transfer join ledger_accounts payer on payer.id = from_account
      where payer.kind = 'held' and transfer.kind <> 'hold_return' group by from_account) as moved using (account)
    where coalesce(posted, 0) <> coalesce(paid, 0)
    order by account`,
  // Promotional credit can never be withdrawn: it only moves to other promotion accounts, or into a hold.
  sql`
    select format('transfer %s takes %s of promotion money from %s to %s', transfer.id, transfer.amount,
      ${inWords(sql`payer.id`)}, ${inWords(sql`payee.id`)}) as problem
    from ledger_transfers transfer
    join ledger_accounts payer on payer.id = from_account
    join ledger_accounts payee on payee.id = to_account
    where payer.kind = 'promotion' and payee.kind not in ('promotion', 'held')
    order by transfer.id`
]
