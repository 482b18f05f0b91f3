import type { PaymentsConfig } from '../../config/payments.ts'
import type { FoundAnchor } from '../chain.ts'
import { chainKinds, chainsOf } from '../chains.ts'

/** Returns the hash that an output’s script anchors, on any chain; null when the script is not an anchor. */
export function anchoredBy(script: Buffer): Buffer | null {
  for (const { anchoring } of chainKinds) {
    const hash = anchoring?.hashIn(script)
    if (hash) return hash
  }
  return null
}

/**
 * Finds what a transaction anchors, on the first connected chain whose payouts carry anchors; `unconnected` without
 * such a chain.
 */
export async function findAnchor(
  config: PaymentsConfig,
  transactionId: string
): Promise<FoundAnchor | null | 'unconnected'> {
  const chain = chainsOf(config).find(it => it.anchoring !== null)
  return chain ? chain.findAnchor(transactionId) : 'unconnected'
}
