import { sumOf } from '@mille/money/sum.ts'
import { RawTx } from '@scure/btc-signer'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import type { Coin } from '../payouts/payout-store.ts'
import { type DueWithdrawal, lockNamed, storePayout } from '../payouts/payout-store.ts'
import type { Earlier } from '../signer/protocol.ts'
import { anchorIn } from './anchor.ts'
import { paymentsTo } from './coins.ts'
import { isOwnAddress, readOwnCoin } from './node-wallet.ts'
import { type ReadTransaction, readChange, readTransaction } from './read-transaction.ts'
import type { Signer } from './sign.ts'

export type FoundEarlier = {
  inputs: Coin[]
  outputs: ReadTransaction['outputs']
  anchor: Buffer | null
  /** The transaction's withdrawals that are still to be paid. */
  due: DueWithdrawal[]
}

/** Reads what an earlier transaction of the signer spends and pays; null when the node does not know all of it. */
export async function readEarlier(
  tx: Tx,
  { rpc }: Signer,
  { raw, withdrawals }: Earlier
): Promise<FoundEarlier | null> {
  const read = RawTx.decode(new Uint8Array(Buffer.from(raw, 'hex')))
  const inputs: Coin[] = []
  for (const { txid, index } of read.inputs) {
    const coin = await readOwnCoin(rpc, Buffer.from(txid).toString('hex'), index)
    if (!coin) return null
    inputs.push(coin)
  }
  const { outputs } = readTransaction(raw)
  return { inputs, outputs, anchor: anchorIn(outputs), due: await lockNamed(tx, withdrawals) }
}

/**
 * Stores an earlier transaction as the payout of its withdrawals, if it pays exactly these and all of them are still to
 * be paid.
 */
export async function takeEarlier(
  tx: Tx,
  { now, log }: Context,
  { rpc, config }: Signer,
  { transactionId, raw, withdrawals }: Earlier,
  { inputs, outputs, anchor, due }: FoundEarlier
): Promise<boolean> {
  if (due.length < withdrawals.length) return false
  const back = readChange(outputs, paymentsTo(due), config.network)
  if (back === null || back.length > 1) return false
  const changeAddress = back[0]?.address ?? null
  if (back.length > 0 && !(changeAddress && (await isOwnAddress(rpc, changeAddress)))) return false
  const fee = sumOf(inputs.map(it => it.amount)) - sumOf(outputs.map(it => it.amount))
  await storePayout(
    tx,
    {
      chain: config.name,
      transactionId,
      raw,
      fee,
      inputs,
      nonce: null,
      anchor,
      changeAddress,
      at: now()
    },
    { withdrawals: due.map(it => it.id) }
  )
  log.warn({ transaction: transactionId }, 'continuing with a payout that was signed before')
  return true
}
