import type { BitcoinConfig } from '../../config/payments.ts'
import type { FoundAnchor } from '../chain.ts'
import { anchorIn } from './anchor.ts'
import { readTransaction } from './read-transaction.ts'
import { createBitcoinRpc, isNotFound } from './rpc.ts'

type Found = { hex: string; confirmations?: number; blockhash?: string }

/** What a transaction of the chain anchors, by the node; null when the node does not know it. */
export async function findAnchor(
  config: BitcoinConfig,
  transactionId: string
): Promise<FoundAnchor | null> {
  const rpc = createBitcoinRpc(config)
  const unlessUnknown = (error: unknown) => {
    if (isNotFound(error)) return null
    throw error
  }
  // The watching wallet knows what is ours, and a node with an index everything else.
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
