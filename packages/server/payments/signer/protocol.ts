import { z } from 'zod'

/**
 * Version of the signer protocol: one JSON line each way over a local socket, with amounts as whole numbers in text. A
 * signer and a server of different versions refuse to talk to each other.
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

/** A passkey's response, in the JSON form of WebAuthn. */
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

/** The withdrawal that is paid, so that none is paid twice, and the approval of a large one. */
export const withdrawalPart = {
  /** A name that no other withdrawal ever has, not even after a backup was restored. */
  withdrawal: z.uuid(),
  address: z.string().max(100),
  /** The transaction that was signed for the withdrawal before and can never be mined. */
  insteadOf: transactionId.nullable(),
  approval: passkeyAnswer.nullable()
}

/** Code of a token; the signer has its own list of contracts by token. */
export const tokenCode = z.string().regex(/^[A-Z]{1,20}$/)

/** A request by its method; each chain has its own methods and parses the other fields. */
export const signerRequest = z.looseObject({ method: z.string().max(100) })
export type SignerRequest = z.output<typeof signerRequest>

/**
 * A transaction that the signer already signed for a withdrawal: it is sent again, and nothing else is signed for the
 * withdrawal.
 */
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

/** A signed transaction, before it is counted against the limits. */
export type SignedTransaction = { transactionId: string; raw: string }

/** Maximum length of a line; 500 inputs of ordinary transactions take a tenth of it. */
export const lineBytes = 16_000_000

/** Writes a JSON line with bigints as text, since JSON has no bigint. */
export function writeLine(value: unknown): string {
  return `${JSON.stringify(value, (_, it) => (typeof it === 'bigint' ? it.toString() : it))}\n`
}

export function refusal(code: string, detail: string, earlier?: Earlier): SignerAnswer {
  return { ok: false, code, detail, ...(earlier ? { earlier } : {}) }
}
