import { createHmac } from 'node:crypto'
import type { CaptchaPurpose } from '@mille/api/constants.ts'
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { Context } from '../../context.ts'

/** Half a second on a desktop at the worst, half of that as a rule, and some seconds on a slow phone. */
const iterations = 2_000
export const captchaCounters = 1_000
const lifetimeMs = 10 * 60_000

export type Captcha = ReturnType<typeof createCaptcha>

/** Proofs of work: ALTCHA's, signed by the server's secret, good once, for ten minutes, for what they were made for. */
export function createCaptcha(context: Pick<Context, 'config' | 'db' | 'now' | 'randomBytes'>) {
  const secretFor = (what: string) =>
    createHmac('sha256', context.config.secret).update(`captcha ${what}`).digest('hex')
  const secrets = {
    hmacSignatureSecret: secretFor('challenge'),
    hmacKeySignatureSecret: secretFor('key')
  }

  return {
    issue(purpose: CaptchaPurpose): Promise<Challenge> {
      return createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: iterations,
        counter: context.randomBytes(4).readUInt32BE() % captchaCounters,
        deriveKey,
        // Signed with the rest; the library's own expiry would read another clock than ours.
        data: { purpose, until: context.now().getTime() + lifetimeMs },
        ...secrets
      })
    },

    /** Whether the proof holds; it then never does again, here or in any other process. */
    async spend(purpose: CaptchaPurpose, written: string): Promise<boolean> {
      const proof = readProof(written)
      if (!proof) return false
      const { challenge, solution } = proof
      const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets })
      if (!verified) return false
      const data = signedData.parse(challenge.parameters.data)
      const at = context.now()
      if (data.purpose !== purpose || data.until <= at.getTime()) return false
      const spent = await context.db
        .insertInto('spent_captchas')
        .values({ signature: challenge.signature, expires_at: new Date(data.until) })
        .onConflict(conflict => conflict.doNothing())
        .returning('signature')
        .executeTakeFirst()
      return spent !== undefined
    }
  }
}

/** Those that have expired need not be remembered: they are refused anyway. */
export async function forgetSpentCaptchas({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await db.deleteFrom('spent_captchas').where('expires_at', '<', now()).execute()
}

const signedData = z.object({ purpose: z.string(), until: z.number() })

const hex = z.string().regex(/^([0-9a-f]{2}){1,64}$/)
/** Exactly as it was signed: any other content makes the signature wrong. */
const proofSchema = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: hex,
      salt: hex,
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: hex,
      keySignature: hex,
      data: z.record(z.string(), z.union([z.string(), z.number()]))
    }),
    signature: hex
  }),
  solution: z.object({ counter: z.number(), derivedKey: hex })
})

function readProof(written: string): z.infer<typeof proofSchema> | null {
  try {
    const proof = proofSchema.safeParse(JSON.parse(Buffer.from(written, 'base64').toString()))
    return proof.success ? proof.data : null
  } catch {
    return null
  }
}
