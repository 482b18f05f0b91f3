import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type Session = z.infer<typeof schema.session>
export type SessionList = z.infer<typeof schema.sessionList>
export type StepUp = z.infer<typeof schema.stepUp>

export const listSessions = endpoint<Record<never, never>, SessionList>({
  method: 'GET',
  path: '/api/v1/user/sessions',
  statuses: [200],
  auth: 'user',
  errors: [],
  summary: 'Where the account is signed in, the last used first'
})

export const endSession = endpoint<z.input<typeof schema.sessionInput>, void>({
  method: 'DELETE',
  path: '/api/v1/user/sessions/{id}',
  statuses: [204],
  auth: 'user',
  whileSuspended: true,
  errors: ['not_found'],
  summary: 'Revokes one session'
})

export const endOtherSessions = endpoint<Record<never, never>, void>({
  method: 'DELETE',
  path: '/api/v1/user/sessions',
  statuses: [204],
  auth: 'user',
  whileSuspended: true,
  errors: [],
  summary: 'Revokes every session except this one'
})

export const readStepUp = endpoint<Record<never, never>, StepUp>({
  method: 'GET',
  path: '/api/v1/user/step_up',
  statuses: [200],
  auth: 'user',
  errors: [],
  summary: 'How this session can confirm that it is the same person, and until when it is confirmed'
})

export const requestStepUpCode = endpoint<Record<never, never>, void>({
  method: 'POST',
  path: '/api/v1/user/step_up_codes',
  statuses: [204],
  auth: 'user',
  whileSuspended: true,
  errors: ['step_up_unavailable', 'too_many_requests'],
  summary: 'Emails a one-time code to the account’s address, for this session only'
})

export const stepUp = endpoint<z.input<typeof schema.stepUpInput>, StepUp>({
  method: 'POST',
  path: '/api/v1/user/step_up',
  statuses: [200],
  auth: 'user',
  whileSuspended: true,
  type: 'step_ups',
  errors: ['access_code_wrong', 'access_code_expired', 'too_many_requests'],
  summary:
    'Confirms that it is the same person, for five minutes, with the emailed code, or with the account code if there is no address'
})

export const rotateAccountCode = endpoint<Record<never, never>, z.infer<typeof schema.accountCode>>(
  {
    method: 'POST',
    path: '/api/v1/user/account_code',
    statuses: [201],
    auth: 'user',
    stepUp: 'once_code_is_saved',
    errors: ['account_frozen'],
    summary:
      'Creates a new account code, shown once; revokes the old code, every other session, and every API key'
  }
)
