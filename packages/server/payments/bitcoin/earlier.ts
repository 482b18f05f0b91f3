import { Address, OutScript, RawTx } from '@scure/btc-signer'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import type { ChainName } from '../chain-facts.ts'
import type { Coin } from '../payout-store.ts'
import { type DueWithdrawal, lockNamed, storePayout } from '../payout-store.ts'
import type { Earlier } from '../signer/protocol.ts'
import { anchorIn, isData } from './anchor.ts'
import type { Payment } from './coins.ts'
import { networks } from './keys.ts'
import { readOwnCoin } from './node-wallet.ts'
import { readTransaction } from './read-transaction.ts'
import type { Signer } from './sign.ts'

export type FoundEarlier = {
  inputs: Coin[]
  outputs: Payment[]
  anchor: Buffer | null
  /** Of the withdrawals that it pays, those that are still to be paid. */
  due: DueWithdrawal[]
}

/** What an earlier transaction of the signer spends and pays; null when the node does not know all of it. */
export async function readEarlier(
  tx: Tx,
  { rpc, config }: Signer,
  { raw, withdrawals }: Earlier
): Promise<FoundEarlier | null> {
  const read = RawTx.decode(new Uint8Array(Buffer.from(raw, 'hex')))
  const inputs: Coin[] = []
  for (const { txid, index } of read.inputs) {
    const coin = await readOwnCoin(rpc, Buffer.from(txid).toString('hex'), index)
    if (!coin) return null
    inputs.push(coin)
  }
  const paying = read.outputs.filter(({ script }) => !isData(Buffer.from(script)))
  const outputs = paying.map(({ amount, script }) => ({
    amount,
    address: Address(networks[config.network]).encode(OutScript.decode(script))
  }))
  const anchor = anchorIn(readTransaction(raw).outputs)
  return { inputs, outputs, anchor, due: await lockNamed(tx, withdrawals) }
}

/** Keeps it as the payout of its withdrawals, when it pays just those and they all still want it. */
export async function takeEarlier(
  tx: Tx,
  { now, log }: Context,
  chain: ChainName,
  { transactionId, raw, withdrawals }: Earlier,
  { inputs, outputs, anchor, due }: FoundEarlier
): Promise<boolean> {
  if (due.length < withdrawals.length) return false
  const rest = [...outputs]
  for (const it of due) {
    const place = rest.findIndex(out => out.address === it.address && out.amount === it.net)
    if (place < 0) return false
    rest.splice(place, 1)
  }
  // What is left is what came back to us.
  if (rest.length > 1) return false
  const sum = (parts: readonly { amount: bigint }[]) =>
    parts.reduce((all, it) => all + it.amount, 0n)
  const fee = sum(inputs) - sum(outputs)
  await storePayout(
    tx,
    {
      chain,
      transactionId,
      raw,
      fee,
      inputs,
      nonce: null,
      anchor,
      changeAddress: rest[0]?.address ?? null,
      at: now()
    },
    { withdrawals: due.map(it => it.id) }
  )
  log.warn({ transaction: transactionId }, 'continuing with a payout that was signed before')
  return true
}
