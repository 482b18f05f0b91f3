import { createHmac } from 'node:crypto'
import type { CaptchaPurpose } from '@mille/api/constants.ts'
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { Context } from '../../context.ts'

/**
 * Number of iterations for each guess. The proof takes at most half a second on a desktop, on average half of that, and
 * some seconds on a slow phone.
 */
const iterations = 2_000
export const captchaCounters = 1_000
const lifetimeMs = 10 * 60_000

export type Captcha = ReturnType<typeof createCaptcha>

/**
 * Creates ALTCHA proofs of work, signed with the server's secret. Each is valid once, for ten minutes, and for one
 * purpose.
 */
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
        // The expiry is signed along with the rest. The library's own expiry would use another clock than the server's.
        data: { purpose, until: context.now().getTime() + lifetimeMs },
        ...secrets
      })
    },

    /** Returns whether the proof is valid. A valid proof is then spent, in this and every other process. */
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

/** Deletes expired proofs from the list of spent ones: they are refused anyway. */
export async function forgetSpentCaptchas({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await db.deleteFrom('spent_captchas').where('expires_at', '<', now()).execute()
}

const signedData = z.object({ purpose: z.string(), until: z.number() })

const hex = z.string().regex(/^([0-9a-f]{2}){1,64}$/)
/**
 * Schema of a proof, which keeps the challenge exactly as it was signed: any other content invalidates the signature.
 */
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
