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
    .array(z.object({ ...withdrawalPart, amount: wholeNumber }))
    .min(1)
    .max(200)
    .refine(all => new Set(all.map(it => it.withdrawal)).size === all.length, {
      error: 'a withdrawal is there twice'
    }),
  /** What comes back to us: the signer derives its address itself. */
  change: z.object({ index: addressIndex, amount: wholeNumber }).nullable()
})
export type BitcoinRequest = z.output<typeof bitcoinRequest>
