import type { Asset } from '@mille/money/amount.ts'
import {
  type AuthenticationResponseJSON,
  verifyAuthenticationResponse
} from '@simplewebauthn/server'
import type { Operator } from './operators.ts'
import { type PayoutToApprove, payoutChallenge } from './payout-challenge.ts'
import type { PasskeyAnswer } from './protocol.ts'

export type ApprovalRules = {
  /** Units of 1e-8 in 24 hours: above it a payment needs an operator's passkey. In parts it is as large as in one. */
  above: Readonly<Record<Asset, bigint>>
  /** Where the operators' passkeys work: the server's public address. Null: large payments are never signed. */
  origin: string | null
  operators: () => readonly Operator[]
}

/** Null when an operator that the signer knows has allowed exactly this payment, else why it is not allowed. */
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
      // The server compares counters when it takes the answer; here one answer is good for one withdrawal.
      credential: { id: operator.id, publicKey: bytesOf(operator.publicKey), counter: 0 }
    })
    return verified ? null : `${what}: the passkey’s signature is wrong`
  } catch (error) {
    return `${what}: ${(error as Error).message.slice(0, 200)}`
  }
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
