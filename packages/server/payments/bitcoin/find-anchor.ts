import type { BitcoinConfig } from '../../config/payments.ts'
import type { FoundAnchor } from '../chain.ts'
import { anchorIn } from './anchor.ts'
import { readTransaction } from './read-transaction.ts'
import { createBitcoinRpc, isNotFound } from './rpc.ts'

type Found = { hex: string; confirmations?: number; blockhash?: string }

/** Asks the node what a transaction of the chain anchors; null when the node does not know the transaction. */
export async function findAnchor(
  config: BitcoinConfig,
  transactionId: string
): Promise<FoundAnchor | null> {
  const rpc = createBitcoinRpc(config)
  const unlessUnknown = (error: unknown) => {
    if (isNotFound(error)) return null
    throw error
  }
  // The watching wallet knows the network's own transactions; a node with an index knows all others.
  const found =
    (await rpc.wallet<Found>('gettransaction', transactionId).catch(unlessUnknown)) ??
    (await rpc.call<Found>('getrawtransaction', transactionId, true).catch(unlessUnknown))
  if (!found) return null
  const { confirmations = 0, blockhash } = found
  return {
    hash: anchorIn(readTransaction(found.hex).outputs),
    blockHash: confirmations > 0 ? (blockhash ?? null) : null,
    confirmations: Math.max(0, confirmations)
  }
}
