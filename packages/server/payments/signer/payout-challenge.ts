import { createHash } from 'node:crypto'

export type PayoutToApprove = {
  /** Chain with its network, since the same key may be used on a test network too. */
  network: string
  token: string
  withdrawal: string
  address: string
  /** Amount that the address gets, in units of 1e-8. */
  amount: bigint
  /** The dead transaction that this one replaces, when a withdrawal is signed a second time. */
  insteadOf: string | null
}

/**
 * Returns the WebAuthn challenge that an operator's passkey signs to approve a large payout: a hash of all its relevant
 * fields. The server requests the signature, and the signer recomputes the hash.
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
