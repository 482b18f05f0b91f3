import { createHash } from 'node:crypto'

export type PayoutToApprove = {
  /** The chain with its network: the same key may be used on a test network too. */
  network: string
  token: string
  withdrawal: string
  address: string
  /** Units of 1e-8 that the address gets. */
  amount: bigint
  /** The transaction that died, when it is signed a second time. */
  insteadOf: string | null
}

/**
 * What an operator's passkey signs to allow a large payout, as the challenge of WebAuthn: a hash of all that matters
 * about it. The server asks for it and the signer recomputes it.
 */
export function payoutChallenge(it: PayoutToApprove): Uint8Array<ArrayBuffer> {
  const text = [
    'Mille payout 1',
    it.network,
    it.token,
    it.withdrawal,
    it.address,
    it.amount.toString(),
    it.insteadOf ?? ''
  ].join('\n')
  return new Uint8Array(createHash('sha256').update(text).digest())
}
