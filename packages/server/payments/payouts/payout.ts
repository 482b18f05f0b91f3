import type { TokenCode } from '@mille/api/payments/endpoints.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../../db/connect.ts'
import type { ChainName } from '../facts/chain-facts.ts'

type PayoutBase = {
  id: number
  chain: ChainName
  transactionId: string
  raw: string
  fee: bigint
  state: 'signed' | 'sent'
  /** ID of the first payout among those that replace each other. */
  rootId: number
  /** The sender's transaction count; null on a chain without nonces. */
  nonce: number | null
  signedAt: Date
  sentAt: Date | null
  /** Height of the payout's block; null while it is not in a block. */
  height: number | null
}
type DepositPlace = { addressId: number; address: string; index: number }

/** Signed transaction of ours that is not settled yet, by purpose. */
export type Payout = PayoutBase &
  (
    | { purpose: 'withdrawals' }
    /** Coin for the gas of a sweep, in the chain's smallest unit, sent to a deposit address. */
    | { purpose: 'gas'; to: DepositPlace; moved: bigint }
    /** Tokens received up to a block, in units of 1e-8, sent from a deposit address to the paying account. */
    | { purpose: 'sweep'; from: DepositPlace; tokenCode: TokenCode; moved: bigint; upTo: number }
  )
export type StepPayout = Exclude<Payout, { purpose: 'withdrawals' }>

type Row = PayoutBase & {
  purpose: Payout['purpose']
  addressId: number | null
  address: string | null
  index: number | null
  tokenCode: TokenCode | null
  moved: bigint | null
  upTo: number | null
}

/** Returns payouts that are not settled, in the order in which they were signed. */
export async function openPayouts(db: Database | Tx, chain: ChainName): Promise<Payout[]> {
  const { rows } = await sql<Row>`
    select payouts.id, payouts.chain, transaction_id as "transactionId", raw, fee, state,
      coalesce(replaces, payouts.id) as "rootId", nonce, payouts.created_at as "signedAt", sent_at as "sentAt",
      block_height as height, purpose, address_id as "addressId", address, address_index as index,
      swept_token as "tokenCode", moved, up_to as "upTo"
    from payouts left join deposit_addresses known on known.id = address_id
    where payouts.chain = ${chain} and state in ('signed', 'sent') order by payouts.id limit 1000`.execute(
    db
  )
  return rows.map(payoutOf)
}

/**
 * Converts a row to a payout; throws when columns that its purpose requires are missing, which the table's constraints
 * prevent.
 */
function payoutOf({ addressId, address, index, tokenCode, moved, upTo, purpose, ...base }: Row) {
  if (purpose === 'withdrawals') return { ...base, purpose }
  if (addressId === null || address === null || index === null || moved === null)
    throw new Error(`Payout ${base.id} has no deposit address`)
  const place = { addressId, address, index }
  if (purpose === 'gas') return { ...base, purpose, to: place, moved }
  if (tokenCode === null || upTo === null) throw new Error(`Payout ${base.id} sweeps no token`)
  return { ...base, purpose, from: place, tokenCode, moved, upTo }
}
