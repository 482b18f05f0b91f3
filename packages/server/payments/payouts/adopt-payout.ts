import type { TokenCode } from '@mille/api/payments/endpoints.ts'
import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import type { ChainName } from '../facts/chain-facts.ts'
import { openPayouts } from './payout.ts'
import { markSent, type SignedPayout, storePayout } from './payout-store.ts'

export type FoundPayment = {
  /** Number of the output in the transaction. */
  output: number
  address: string
  tokenCode: TokenCode
  asset: Asset
  amount: bigint
}
export type FoundPayout = SignedPayout & { payments: readonly FoundPayment[] }

type Open = {
  id: number
  address: string
  tokenCode: TokenCode
  net: bigint
  payoutId: number | null
  rootId: number | null
}

/** Returns which of these transactions are in the books. */
export async function knownPayouts(
  tx: Tx,
  chain: ChainName,
  ids: readonly string[]
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select transaction_id as id from payouts
    where chain = ${chain} and transaction_id = any(${ids}::text[])`.execute(tx)
  return new Set(rows.map(it => it.id))
}

/**
 * Adds a transaction of ours that a restored backup does not have to the books. Its payments are matched with
 * withdrawals of the same address and amount, each once; these become sent and settle as usual. Payments without a
 * match are stored as unknown.
 */
export async function adoptPayout(
  tx: Tx,
  found: FoundPayout,
  /** ID of the first payout in the books that spends the same inputs, so that only one of them can count. */
  family: number | null
): Promise<void> {
  const open = await openWithdrawals(tx, found.chain)
  const taken = new Set<number>()
  const unknown: FoundPayment[] = []
  for (const payment of found.payments) {
    const fits = open.filter(
      it =>
        !taken.has(it.id) &&
        // Addresses may be written in capitals.
        it.address.toLowerCase() === payment.address.toLowerCase() &&
        it.tokenCode === payment.tokenCode &&
        it.net === payment.amount
    )
    // Withdrawals of the payout that this transaction replaces come first.
    const match = fits.find(it => family !== null && it.rootId === family) ?? fits[0]
    if (match) taken.add(match.id)
    else unknown.push(payment)
  }
  const ofFamily = open.filter(it => family !== null && it.rootId === family)
  const replaced = (await openPayouts(tx, found.chain)).findLast(it => it.rootId === family)
  const isReplacement =
    replaced !== undefined &&
    ofFamily.length === taken.size &&
    ofFamily.every(it => taken.has(it.id))
  await release(tx, [...taken])
  await storePayout(
    tx,
    found,
    isReplacement ? { inPlaceOf: replaced } : { withdrawals: [...taken] }
  )
  await sql`
    insert into unknown_payouts (payout_id, output, address, token_code, asset, amount)
    select payouts.id, output, address, token_code, asset, amount
    from payouts, unnest(
      ${unknown.map(it => it.output)}::integer[], ${unknown.map(it => it.address)}::text[],
      ${unknown.map(it => it.tokenCode)}::text[], ${unknown.map(it => it.asset)}::text[],
      ${unknown.map(it => it.amount)}::bigint[]
    ) as paid (output, address, token_code, asset, amount)
    where payouts.chain = ${found.chain} and payouts.transaction_id = ${found.transactionId}`.execute(
    tx
  )
  const stored = (await openPayouts(tx, found.chain)).find(
    it => it.transactionId === found.transactionId
  )
  if (!stored) throw new Error(`The payout ${found.transactionId} was not stored`)
  await markSent(tx, stored, found.at)
}

/**
 * Clears `needs_approval` for withdrawals without a stored approval: it was given before they were paid, and the backup
 * lacks it.
 */
async function release(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    update withdrawals set needs_approval = needs_approval and approved_by is not null
    where id = any(${ids}::integer[])`.execute(tx)
}

async function openWithdrawals(tx: Tx, chain: ChainName): Promise<Open[]> {
  const { rows } = await sql<Open>`
    select withdrawals.id, address, token_code as "tokenCode", amount - withdrawals.fee as net,
      payout_id as "payoutId", coalesce(payouts.replaces, payouts.id) as "rootId"
    from withdrawals left join payouts on payouts.id = payout_id
    where withdrawals.chain = ${chain} and payment_hash is null and ended_at is null
    order by payout_id nulls first, withdrawals.id for no key update of withdrawals`.execute(tx)
  return rows
}
