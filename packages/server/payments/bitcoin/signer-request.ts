import { z } from 'zod'
import { addressIndex, wholeNumber, withdrawalPart } from '../signer/protocol.ts'

const inputs = z
  .array(
    z.object({
      transactionId: z.string().regex(/^[0-9a-f]{64}$/),
      output: addressIndex,
      branch: z.union([z.literal(0), z.literal(1)]),
      index: addressIndex
    })
  )
  .min(1)
  .max(500)
  .refine(all => new Set(all.map(it => `${it.transactionId}:${it.output}`)).size === all.length, {
    error: 'an input is there twice'
  })

/** The request to sign a Bitcoin payout. The signer refuses unknown fields. */
export const bitcoinRequest = z.strictObject({
  version: z.unknown().optional(),
  method: z.literal('sign_bitcoin'),
  /**
   * The whole transactions that the inputs come from, in hexadecimal, with or without witnesses. A signature commits
   * only to the amount of its own input (BIP 143): with a false amount for another input, the difference would go to
   * the miners.
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
    .array(z.strictObject({ ...withdrawalPart, amount: wholeNumber }))
    .min(1)
    .max(200)
    .refine(all => new Set(all.map(it => it.withdrawal)).size === all.length, {
      error: 'a withdrawal is there twice'
    }),
  /** The change output; the signer derives its address itself. */
  change: z.strictObject({ index: addressIndex, amount: wholeNumber }).nullable(),
  /**
   * The anchor's hash, 32 bytes in hexadecimal. The signer builds the output for it, so that the output can contain
   * nothing else. It has no value and costs the miners' fee of 49 bytes.
   */
  anchor: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable()
    .default(null)
})
export type BitcoinRequest = Omit<z.input<typeof bitcoinRequest>, 'payments' | 'change'> &
  Pick<z.output<typeof bitcoinRequest>, 'payments' | 'change'>
