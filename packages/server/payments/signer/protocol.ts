import { z } from 'zod'

/**
 * One JSON line each way over a local socket. Amounts are whole numbers as text. A signer and a server of different
 * versions do not understand each other, and say so.
 */
export const protocolVersion = 2

export const wholeNumber = z
  .string()
  .regex(/^\d{1,30}$/)
  .transform(BigInt)
export const addressIndex = z.number().int().min(0).max(2_147_483_647)
const transactionId = z.string().regex(/^(0x)?[0-9a-f]{64}$/)
const base64url = (max: number) =>
  z
    .string()
    .regex(/^[\w-]*$/)
    .max(max)

/** What a passkey answers, in the JSON form of WebAuthn. */
export const passkeyAnswer = z.object({
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(2_000),
    userHandle: base64url(200).nullish()
  }),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
  authenticatorAttachment: z.string().max(40).nullish()
})
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>

/** Which withdrawal is paid, so that none is paid twice, and who has allowed it when it is a large one. */
export const withdrawalPart = {
  /** A name that no other withdrawal ever has, not even after a backup was restored. */
  withdrawal: z.uuid(),
  address: z.string().max(100),
  /** The one transaction that was signed for it and can never be mined. */
  insteadOf: transactionId.nullable(),
  approval: passkeyAnswer.nullable()
}

/** The signer has contracts of its own for those that it signs. */
export const tokenCode = z.string().regex(/^[A-Z]{1,20}$/)

/** What is asked for: each chain has methods of its own, and reads the rest. */
export const signerRequest = z.looseObject({ method: z.string().max(100) })
export type SignerRequest = z.output<typeof signerRequest>

/** What the signer let out before for a withdrawal: it is sent again, and nothing else is signed beside it. */
const earlier = z.object({
  transactionId: z.string(),
  raw: z.string(),
  withdrawals: z.array(z.string())
})
export type Earlier = z.infer<typeof earlier>

export const signerAnswer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), transactionId: z.string(), raw: z.string() }),
  z.object({
    ok: z.literal(false),
    code: z.string(),
    detail: z.string(),
    earlier: earlier.optional()
  })
])
export type SignerAnswer = z.infer<typeof signerAnswer>

/** A transaction as it is signed, before it is counted. */
export type SignedTransaction = { transactionId: string; raw: string }

/** The longest line: 500 inputs of ordinary transactions are a tenth of it. */
export const lineBytes = 16_000_000

/** JSON has no bigint. */
export function writeLine(value: unknown): string {
  return `${JSON.stringify(value, (_, it) => (typeof it === 'bigint' ? it.toString() : it))}\n`
}

export function refusal(code: string, detail: string, earlier?: Earlier): SignerAnswer {
  return { ok: false, code, detail, ...(earlier ? { earlier } : {}) }
}
