import type { Asset } from '@mille/money/amount.ts'
import {
  type AuthenticationResponseJSON,
  verifyAuthenticationResponse
} from '@simplewebauthn/server'
import type { Operator } from './operators.ts'
import { type PayoutToApprove, payoutChallenge } from './payout-challenge.ts'
import type { PasskeyAnswer } from './protocol.ts'

export type ApprovalRules = {
  /**
   * Sum of unapproved payments in 24 hours, in units of 1e-8, above which a payment needs an operator's passkey;
   * splitting a payment does not help.
   */
  above: Readonly<Record<Asset, bigint>>
  /** Origin of the operators' passkeys, the server's public address. Null: large payments are never signed. */
  origin: string | null
  operators: () => readonly Operator[]
}

/**
 * Returns null when an operator known to the signer has approved exactly this payment, or else the reason for refusing
 * it.
 */
export async function refuseApproval(
  { origin, operators }: ApprovalRules,
  payout: PayoutToApprove,
  answer: PasskeyAnswer | null
): Promise<string | null> {
  const what = `${payout.amount} to ${payout.address} for withdrawal ${payout.withdrawal}`
  if (answer === null) return `${what} needs the passkey of an operator`
  if (origin === null) return 'the signer knows no SIGNER_ORIGIN, so it allows no large payment'
  const operator = operators().find(it => it.id === answer.id)
  if (!operator) return `${what} is allowed by a passkey that the signer does not trust`
  try {
    const { verified } = await verifyAuthenticationResponse({
      response: answer as AuthenticationResponseJSON,
      expectedChallenge: Buffer.from(payoutChallenge(payout)).toString('base64url'),
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      requireUserVerification: true,
      // The server compares counters when it accepts the response; here one response is valid for one withdrawal only.
      credential: { id: operator.id, publicKey: bytesOf(operator.publicKey), counter: 0 }
    })
    return verified ? null : `${what}: the passkey’s signature is wrong`
  } catch (error) {
    return `${what}: ${(error as Error).message.slice(0, 200)}`
  }
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
