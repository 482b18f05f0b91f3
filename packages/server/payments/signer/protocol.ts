import { z } from 'zod'

/**
 * One JSON line each way over a local socket. Amounts are whole numbers as text. A signer and a server of different
 * versions do not understand each other, and say so.
 */
export const protocolVersion = 2

const whole = z
  .string()
  .regex(/^\d{1,30}$/)
  .transform(BigInt)
const index = z.number().int().min(0).max(2_147_483_647)
const transactionId = z.string().regex(/^(0x)?[0-9a-f]{64}$/)
const base64url = (most: number) =>
  z
    .string()
    .regex(/^[\w-]*$/)
    .max(most)

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
const withdrawalPart = {
  /** A name that no other withdrawal ever has, not even after a backup was restored. */
  withdrawal: z.uuid(),
  address: z.string().max(100),
  /** The one transaction that was signed for it and can never be mined any more. */
  insteadOf: transactionId.nullable(),
  approval: passkeyAnswer.nullable()
}

const inputs = z
  .array(
    z.object({
      transactionId: z.string().regex(/^[0-9a-f]{64}$/),
      output: index,
      branch: z.union([z.literal(0), z.literal(1)]),
      index
    })
  )
  .min(1)
  .max(500)
  .refine(all => new Set(all.map(it => `${it.transactionId}:${it.output}`)).size === all.length, {
    error: 'an input is there twice'
  })

export const bitcoinRequest = z.object({
  method: z.literal('sign_bitcoin'),
  /**
   * The whole transactions that the inputs come from, in hexadecimal, with or without witnesses. A signature commits to
   * the amount of its own input only (BIP 143): whoever lied about another would have the difference go to the miners.
   */
  previous: z
    .array(
      z
        .string()
        .regex(/^[0-9a-f]+$/)
        .max(2_000_000)
    )
    .min(1)
    .max(500),
  inputs,
  payments: z
    .array(z.object({ ...withdrawalPart, amount: whole }))
    .min(1)
    .max(200)
    .refine(all => new Set(all.map(it => it.withdrawal)).size === all.length, {
      error: 'a withdrawal is there twice'
    }),
  /** What comes back to us: the signer derives its address itself. */
  change: z.object({ index, amount: whole }).nullable()
})
const transaction = {
  chainId: z.number().int().positive(),
  nonce: index,
  gas: whole,
  maxFeePerGas: whole,
  maxPriorityFeePerGas: whole
}
const tokenCode = z.enum(['USDT', 'USDC'])
/** Tokens from the paying account to somebody; amounts are in the token's own smallest unit. */
const transferRequest = z.object({
  method: z.literal('sign_ethereum'),
  ...transaction,
  ...withdrawalPart,
  tokenCode,
  amount: whole
})
/** Coin for gas, in wei, from the paying account to the deposit address of that index. */
const gasRequest = z.object({
  method: z.literal('sign_gas'),
  ...transaction,
  index,
  amount: whole
})
/** Tokens from the deposit address of that index to the paying account. */
const sweepRequest = z.object({
  method: z.literal('sign_sweep'),
  ...transaction,
  tokenCode,
  index,
  amount: whole
})
export const signerRequest = z.discriminatedUnion('method', [
  bitcoinRequest,
  transferRequest,
  gasRequest,
  sweepRequest
])

export type BitcoinRequest = z.output<typeof bitcoinRequest>
export type TransferRequest = z.output<typeof transferRequest>
export type EthereumRequest = z.output<
  typeof transferRequest | typeof gasRequest | typeof sweepRequest
>
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
