import { z } from 'zod'

/** One JSON line each way over a local socket. Amounts are whole numbers as text. */

const whole = z
  .string()
  .regex(/^\d{1,30}$/)
  .transform(BigInt)
const index = z.number().int().min(0).max(2_147_483_647)

export const bitcoinRequest = z.object({
  method: z.literal('sign_bitcoin'),
  inputs: z
    .array(
      z.object({
        transactionId: z.string().regex(/^[0-9a-f]{64}$/),
        output: index,
        /** Satoshis. A wrong one makes a signature that no node takes. */
        amount: whole,
        branch: z.union([z.literal(0), z.literal(1)]),
        index
      })
    )
    .min(1)
    .max(500),
  outputs: z
    .array(z.object({ address: z.string().max(100), amount: whole }))
    .min(1)
    .max(200),
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
  tokenCode,
  to: z.string().max(100),
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
export type EthereumRequest = z.output<
  typeof transferRequest | typeof gasRequest | typeof sweepRequest
>
export type SignerRequest = z.output<typeof signerRequest>

export const signerAnswer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), transactionId: z.string(), raw: z.string() }),
  z.object({ ok: z.literal(false), code: z.string(), detail: z.string() })
])
export type SignerAnswer = z.infer<typeof signerAnswer>

export const lineBytes = 1_000_000

/** JSON has no bigint. */
export function writeLine(value: unknown): string {
  return `${JSON.stringify(value, (_, it) => (typeof it === 'bigint' ? it.toString() : it))}\n`
}
