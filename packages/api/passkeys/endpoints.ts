import type { z } from 'zod'
import type { UserDocument } from '../accounts/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import type { StepUp } from '../security/endpoints.ts'
import type * as schema from './schema.ts'

export type Passkey = z.infer<typeof schema.passkey>
export type PasskeyList = z.infer<typeof schema.passkeyList>

export const createPasskeyChallenge = endpoint<
  z.input<typeof schema.challengeInput>,
  z.infer<typeof schema.challenge>
>({
  method: 'POST',
  path: '/api/v1/user/passkey_challenges',
  statuses: [201],
  auth: 'public',
  type: 'passkey_challenges',
  errors: ['not_authenticated', 'too_many_requests'],
  summary:
    'A challenge for a passkey: to create one, to sign in, or to confirm that it is the same person'
})

export const listPasskeys = endpoint<Record<never, never>, PasskeyList>({
  method: 'GET',
  path: '/api/v1/user/passkeys',
  statuses: [200],
  auth: 'user',
  errors: [],
  summary: 'The account’s passkeys'
})

export const createPasskey = endpoint<
  z.input<typeof schema.newPasskeyInput>,
  z.infer<typeof schema.passkeyDocument>
>({
  method: 'POST',
  path: '/api/v1/user/passkeys',
  statuses: [201],
  auth: 'user',
  type: 'passkeys',
  stepUp: 'once_code_is_saved',
  errors: ['account_frozen', 'passkey_invalid'],
  summary: 'Adds a passkey with its response to a creation challenge'
})

export const deletePasskey = endpoint<z.input<typeof schema.passkeyInput>, void>({
  method: 'DELETE',
  path: '/api/v1/user/passkeys/{id}',
  statuses: [204],
  auth: 'user',
  stepUp: true,
  errors: ['account_frozen', 'not_found'],
  summary: 'Removes a passkey'
})

export const signInWithPasskey = endpoint<
  z.input<typeof schema.passkeyResponseInput>,
  UserDocument
>({
  method: 'POST',
  path: '/api/v1/user/passkey_sessions',
  statuses: [200],
  auth: 'public',
  type: 'passkey_sessions',
  errors: ['passkey_invalid', 'too_many_requests'],
  summary: 'Starts a session with a passkey'
})

export const stepUpWithPasskey = endpoint<z.input<typeof schema.passkeyResponseInput>, StepUp>({
  method: 'POST',
  path: '/api/v1/user/passkey_step_up',
  statuses: [200],
  auth: 'user',
  whileSuspended: true,
  type: 'step_ups',
  errors: ['passkey_invalid', 'too_many_requests'],
  summary: 'Confirms with a passkey that it is the same person, for five minutes'
})
