import { sql } from 'kysely'
import { atOneMoment } from '../../db/at-one-moment.ts'
import type { Database } from '../../db/connect.ts'
import { type Check, firstProblem, type Verdict } from '../../ledger/index.ts'
import { chainKinds } from '../chains.ts'
import { routingFee } from '../routing-fee.ts'
import { payoutProblem } from './verify-payouts.ts'

/** Compares deposits and withdrawals with the ledger, and payouts with their signed bytes, in one snapshot. */
export function verifyPayments(db: Database): Promise<Verdict> {
  return atOneMoment(db, async tx => {
    const problem = (await firstProblem(tx, checks())) ?? (await payoutProblem(tx))
    return problem === null ? { ok: true } : { ok: false, problem }
  })
}

/** Returns the chains on which miners' fees are paid in an asset of the ledger. */
const namesWithFees = () => chainKinds.filter(it => it.feeAsset !== null).map(it => it.name)

const checks = (): Check[] => [
  ...amountChecks,
  ...depositChecks,
  ...lightningChecks,
  ...withdrawalChecks,
  ...lightningWithdrawalChecks,
  ...payoutChecks()
]

/** The ledger has moved the amounts of each deposit and withdrawal. */
const amountChecks: Check[] = [
  sql`
    select format('deposit %s says %s is credited, and its transfers %s', coalesce(deposits.id, moved.id),
      coalesce(credited, 0), coalesce(moved.amount, 0)) as problem
    from (
      select id, credited from deposits union all select id, credited from lightning_deposits
    ) as deposits full join (
      select split_part(key, ':', 2)::bigint as id,
        sum(case kind when 'deposit' then amount else -amount end) as amount
      from ledger_transfers where kind in ('deposit', 'deposit_reversal') group by 1) as moved using (id)
    where coalesce(credited, 0) <> coalesce(moved.amount, 0)
    order by coalesce(deposits.id, moved.id)`,
  sql`
    select format('withdrawal %s is %s, and its hold %s with %s posted', withdrawals.id, withdrawals.state, hold.state,
      posted) as problem
    from withdrawals join ledger_holds hold on hold.id = hold_id
    left join lightning_payments payment on payment_id = name::text
    where hold.amount <> withdrawals.amount or (hold.state, posted) is distinct from
      (case when withdrawals.state = 'confirmed' then 'posted'
        when withdrawals.state in ('cancelled', 'failed') then 'voided' else 'open' end,
      case when withdrawals.state <> 'confirmed' then 0 when withdrawals.payment_hash is null then withdrawals.amount
        else withdrawals.amount - fee + coalesce(${routingFee}, 0) end)
    order by withdrawals.id`
]

const depositChecks: Check[] = [
  // A credit for a block covers the whole deposit; it may differ only when the payment has left its block.
  sql`
    select format('deposit %s of %s is credited with %s, for block %s', id, coalesce(worth, amount), credited,
      coalesce(credited_block, '(none)')) as problem
    from deposits
    where credited > 0 and (credited <> coalesce(worth, amount) and credited_block = block_hash or credited_block is null)
    order by id`,
  sql`
    select format('deposit %s of block %s is credited, and %s was read up to block %s', deposits.id, block_height,
      chains.name, height) as problem
    from deposits join chains on chains.name = deposits.chain
    where credited > 0 and block_height > height
    order by deposits.id`,
  sql`
    select format('deposit %s came to %s, and address %s is %s', deposits.id, deposits.address, address_id,
      known.address) as problem
    from deposits join deposit_addresses known on known.id = address_id
    where (known.address, known.chain) <> (deposits.address, deposits.chain)
    order by deposits.id`,
  // Only deposits below the minimum in their row are too small, and these are never credited.
  sql`
    select format('deposit %s of %s is %s, with a minimum of %s', id, amount,
      case when credited > 0 then 'credited' when is_too_small then 'marked as too small' else 'not marked as too small' end,
      coalesce(minimum::text, '(none)')) as problem
    from deposits
    where is_too_small <> coalesce(amount < minimum, false) or is_too_small and credited > 0
    order by id`,
  // Each step of a credit names the transaction, and the last one went to the account that has the deposit now.
  sql`
    select format('transfer %s is for transaction %s, and deposit %s came with %s', transfer.key, reason, deposits.id,
      transaction_id) as problem
    from ledger_transfers transfer join deposits on deposits.id = split_part(key, ':', 2)::bigint
    where transfer.kind in ('deposit', 'deposit_reversal') and reason <> transaction_id
    order by transfer.id`,
  sql`
    select format('deposit %s of user %s is credited to user %s', deposits.id, deposits.user_id, payee.owner_id) as problem
    from (
      select distinct on (deposit) split_part(key, ':', 2)::bigint as deposit, to_account
      from ledger_transfers where kind = 'deposit' order by deposit, ledger_transfers.id desc) as last
    join deposits on deposits.id = last.deposit
    join ledger_accounts payee on payee.id = to_account
    where credited > 0 and payee.owner_id is distinct from deposits.user_id
    order by deposits.id`,
  // An unassigned deposit can be given to an account only by an operator.
  sql`
    select format('deposit %s came to no address of user %s, and the audit log does not say who gave it away',
      deposits.id, deposits.user_id) as problem
    from deposits left join deposit_addresses known on known.id = address_id
    where deposits.user_id is distinct from known.user_id and deposits.user_id is not null and not exists (
      select from audit_entries
      where act like 'PATCH /api/v1/admin/deposits/%' and input ->> 'id' = deposits.id::text
        and input ->> 'user_id' = deposits.user_id::text)
    order by deposits.id`
]

/** A deposit by Lightning is credited with all of what its invoice received, rounded down to whole satoshis. */
const lightningChecks: Check[] = [
  sql`
    select format('deposit %s by Lightning is credited with %s, and its invoice received %s', id, credited,
      coalesce(received_msat, 0) / 1000) as problem
    from lightning_deposits left join lightning_invoices invoice on invoice.payment_hash = lightning_deposits.payment_hash
    where credited > 0 and credited is distinct from received_msat / 1000
    order by id`,
  sql`
    select format('deposit %s by Lightning of user %s is credited from %s to %s %s, for %s', lightning_deposits.id, user_id,
      payer.kind, payee.owner, payee.owner_id, reason) as problem
    from ledger_transfers transfer join lightning_deposits on lightning_deposits.id = split_part(key, ':', 2)::bigint
    join ledger_accounts payer on payer.id = from_account join ledger_accounts payee on payee.id = to_account
    where transfer.kind = 'deposit' and (payer.owner, payer.kind, payee.owner, payee.owner_id, reason)
      is distinct from ('network', 'lightning', 'user', user_id, payment_hash)
    order by lightning_deposits.id`
]

/** A withdrawal by Lightning is what the node says of its payment, and the node pays nothing else. */
const lightningWithdrawalChecks: Check[] = [
  sql`
    select format('withdrawal %s by Lightning of %s with %s is %s, and its payment of %s with %s is %s', withdrawals.id,
      withdrawals.amount - fee, withdrawals.payment_hash, withdrawals.state, payment.amount, payment.payment_hash,
      coalesce(payment.state, 'not there')) as problem
    from withdrawals left join lightning_payments payment on payment_id = name::text
    where withdrawals.payment_hash is not null and (
      case withdrawals.state when 'confirmed' then coalesce(payment.state, '') <> 'settled'
        when 'sent' then coalesce(payment.state, 'in_flight') <> 'in_flight'
        when 'failed' then coalesce(payment.state, 'failed') <> 'failed' else payment.state is not null end
      or (payment.payment_hash, payment.amount, payment.invoice)
        <> (withdrawals.payment_hash, withdrawals.amount - fee, address))
    order by withdrawals.id`,
  sql`
    select format('payment %s by Lightning of %s is %s, and belongs to no withdrawal', payment_id, amount, state) as problem
    from lightning_payments payment
    where not exists (select from withdrawals where name::text = payment_id and payment_hash is not null)
    order by payment_id`,
  sql`
    select format('payment %s by Lightning has a preimage of another hash than %s', payment_id, payment_hash) as problem
    from lightning_payments
    where preimage is not null and encode(sha256(decode(preimage, 'hex')), 'hex') <> payment_hash
    order by payment_id`,
  sql`
    select format('withdrawal %s by Lightning: its transfers say %s with %s for routing, and its payment %s with %s',
      withdrawals.id, coalesce(paid.amount, 0), coalesce(cost.amount, 0), payment.amount, ${routingFee}) as problem
    from withdrawals join lightning_payments payment on payment_id = name::text
    left join ledger_transfers paid on paid.key = format('withdrawal:%s:paid', withdrawals.id)
    left join ledger_transfers cost on cost.key = format('withdrawal:%s:routing', withdrawals.id)
    where withdrawals.payment_hash is not null and withdrawals.state = 'confirmed'
      and (coalesce(paid.amount, 0), coalesce(cost.amount, 0)) is distinct from (payment.amount, ${routingFee})
    order by withdrawals.id`,
  // What was paid by Lightning left the channels, and everything else the chains.
  sql`
    select format('withdrawal %s is paid from the account %s', withdrawals.id, payee.kind) as problem
    from withdrawals join ledger_transfers paid on paid.key = format('withdrawal:%s:paid', withdrawals.id)
    join ledger_accounts payee on payee.id = to_account
    where payee.kind <> case when payment_hash is null then 'outside' else 'lightning' end
    order by withdrawals.id`
]

const withdrawalChecks: Check[] = [
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
    where state = 'confirmed' and payment_hash is null
      and (coalesce(paid.amount, 0), coalesce(kept.amount, 0)) is distinct from (withdrawals.amount - fee, fee)
    order by withdrawals.id`,
  // A withdrawal above the operator's limit was approved by an operator through the interface.
  sql`
    select format('withdrawal %s was approved by user %s, and the audit log does not say so', id, approved_by) as problem
    from withdrawals
    where approved_by is not null and not exists (
      select from audit_entries
      where audit_entries.user_id = approved_by and act like 'PATCH /api/v1/admin/withdrawals/%'
        and input ->> 'id' = withdrawals.id::text)
    order by id`,
  sql`
    select format('withdrawal %s is %s, and its payout %s is %s', withdrawals.id, withdrawals.state,
      coalesce(payout_id::text, '(none)'), coalesce(payouts.state, 'not there')) as problem
    from withdrawals left join payouts on payouts.id = payout_id and payouts.chain = withdrawals.chain
      and purpose = 'withdrawals'
    where withdrawals.payment_hash is null and case when withdrawals.state in ('signed', 'sent') then coalesce(payouts.state, '') not in ('signed', 'sent')
      when withdrawals.state = 'confirmed' then coalesce(payouts.state, '') <> 'confirmed'
      else payout_id is not null end
    order by withdrawals.id`
]

const payoutChecks = (): Check[] => [
  sql`
    select format('payout %s took %s from the costs, and offered %s to miners', payouts.id, coalesce(booked.amount, 0),
      fee) as problem
    from payouts left join ledger_transfers booked on booked.key = format('payout:%s:miner', payouts.id)
    where chain = any(${namesWithFees()}::text[]) and state = 'confirmed' and fee <> coalesce(booked.amount, 0)
    order by payouts.id`,
  // Among payouts that replace each other, only one is confirmed.
  sql`
    select format('payout %s is confirmed beside %s others', min(id), count(*) - 1) as problem
    from payouts where state = 'confirmed' group by coalesce(replaces, id) having count(*) > 1`
]
