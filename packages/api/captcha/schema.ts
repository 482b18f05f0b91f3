import { z } from 'zod'
import { captchaPurposes } from '../constants.ts'
import { document, resource } from '../schema.ts'

export const challengeInput = z.object({ purpose: z.enum(captchaPurposes) })

/** As ALTCHA's clients read it (proof of work, version 2). */
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
      /** The counter that is looked for is below it. */
      counters: z.number().int()
    })
  )
)

/** The solved challenge, `{ challenge, solution }` as JSON in base64; asked for by the error pointer `captcha`. */
export const captcha = z.string().max(4_000).optional()
