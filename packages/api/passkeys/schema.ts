import { z } from 'zod'
import { document, moment, plainText, resource } from '../schema.ts'

const passkeyPurposes = ['register', 'sign_in', 'step_up'] as const

export const challengeInput = z.object({ purpose: z.enum(passkeyPurposes) })
/** The options in WebAuthn's JSON form, for `parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON`. */
export const challenge = document(
  resource('passkey_challenges', z.object({ options: z.record(z.string(), z.unknown()) }))
)

/** The result of `PublicKeyCredential.toJSON()`. The library that verifies it checks every part. */
export const passkeyResponse = z
  .record(z.string(), z.unknown())
  .refine(value => typeof value.id === 'string' && typeof value.response === 'object', {
    error: 'is not a passkey response'
  })
export const newPasskeyInput = z.object({ name: plainText(60), response: passkeyResponse })
export const passkeyInput = z.object({ id: z.string().regex(/^[\w-]{1,1400}$/, 'is not an ID') })
export const passkeyResponseInput = z.object({ response: passkeyResponse })

export const passkey = resource(
  'passkeys',
  z.object({ name: z.string(), created_at: moment, last_used_at: moment.nullable() })
)
export const passkeyDocument = document(passkey)
export const passkeyList = z.object({ data: z.array(passkey) })
