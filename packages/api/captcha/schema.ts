import { z } from 'zod'
import { captchaPurposes } from '../constants.ts'
import { document, resource } from '../schema.ts'

export const challengeInput = z.object({ purpose: z.enum(captchaPurposes) })

/** A challenge in the format of ALTCHA clients (proof of work, version 2). */
export const challenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number().int(),
    keyLength: z.number().int(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    data: z.record(z.string(), z.union([z.string(), z.number()]))
  }),
  signature: z.string()
})
export const challengeDocument = document(
  resource(
    'captcha_challenges',
    z.object({
      challenge,
      /** Upper limit of the counter that solves the challenge (exclusive). */
      counters: z.number().int()
    })
  )
)

/**
 * The solved challenge, `{ challenge, solution }` as JSON in base64. An error with the pointer `captcha` requests it.
 */
export const captcha = z.string().max(4_000).optional()
