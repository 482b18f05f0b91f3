import type { z } from 'zod'
import { authenticityTokenPath } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type User = z.infer<typeof schema.user>
export type UserDocument = z.infer<typeof schema.userDocument>
export type BillingDetails = z.infer<typeof schema.billingDetails>
export type FirstStepChoices = z.infer<typeof schema.firstStepChoices>
export type SignUpAnswer = z.infer<typeof schema.signUpAnswer>

export const createAuthenticityToken = endpoint<
  Record<never, never>,
  z.infer<typeof schema.authenticityToken>
>({
  method: 'POST',
  path: authenticityTokenPath,
  statuses: [201],
  auth: 'public',
  errors: [],
  summary: 'A token that every other write carries in its X-CSRF-Token header'
})

export const readCurrentUser = endpoint<Record<never, never>, UserDocument>({
  method: 'GET',
  path: '/api/v1/current_user',
  statuses: [200],
  auth: 'user',
  scopes: ['statistics', 'campaigns'],
  errors: [],
  summary: 'The signed-in account'
})

export const readUser = endpoint<z.input<typeof schema.userInput>, UserDocument>({
  method: 'GET',
  path: '/api/v1/users/{id}',
  statuses: [200],
  auth: 'user',
  errors: ['not_found'],
  summary: 'The signed-in account by its ID'
})

export const signUp = endpoint<z.input<typeof schema.signUpInput>, SignUpAnswer>({
  method: 'POST',
  path: '/api/v1/users',
  statuses: [201, 202],
  auth: 'public',
  type: 'users',
  idempotency: 'optional',
  answersSecret: true,
  errors: [
    'username_taken',
    'legal_version_unknown',
    'too_many_requests',
    'captcha_required',
    'captcha_invalid'
  ],
  summary: 'Creates an anonymous account, or emails a one-time code that creates an account'
})

export const requestAccessCode = endpoint<
  z.input<typeof schema.accessCodeInput>,
  z.infer<typeof schema.accessCodeAnswer>
>({
  method: 'POST',
  path: '/api/v1/user/access_codes',
  statuses: [202],
  auth: 'public',
  type: 'access_codes',
  idempotency: 'optional',
  answersSecret: true,
  errors: ['too_many_requests', 'captcha_required', 'captcha_invalid'],
  summary: 'Emails a one-time code; the response is the same whether or not the address is known'
})

export const signIn = endpoint<z.input<typeof schema.signInInput>, UserDocument>({
  method: 'POST',
  path: '/api/v1/user/sign_in',
  statuses: [200],
  auth: 'public',
  type: 'users',
  audience: 'users',
  errors: [
    'access_code_wrong',
    'access_code_expired',
    'too_many_requests',
    'captcha_required',
    'captcha_invalid'
  ],
  summary: 'Starts a session with an account code or an emailed one-time code'
})

export const signOut = endpoint<Record<never, never>, void>({
  method: 'DELETE',
  path: '/api/v1/user/session',
  statuses: [204],
  auth: 'user',
  whileSuspended: true,
  errors: [],
  summary: 'Ends the session'
})

export const confirmAccountCode = endpoint<Record<never, never>, void>({
  method: 'PUT',
  path: '/api/v1/user/account_code',
  statuses: [204],
  auth: 'user',
  errors: [],
  summary: 'Records that the account code shown in this session has been saved'
})

export const updateUser = endpoint<z.input<typeof schema.updateUserInput>, UserDocument>({
  method: 'PATCH',
  path: '/api/v1/users/{id}',
  statuses: [200],
  auth: 'user',
  type: 'users',
  errors: [
    'not_found',
    'account_frozen',
    'username_taken',
    'step_up_required',
    'too_many_requests',
    'captcha_required',
    'captcha_invalid'
  ],
  summary:
    'Changes the name, locale, time zone, display currency, and checklists immediately, and the address once both the old and the new address have confirmed it'
})

export const confirmAddress = endpoint<z.input<typeof schema.confirmationInput>, void>({
  method: 'POST',
  path: '/api/v1/user/confirmations',
  statuses: [204],
  auth: 'public',
  type: 'confirmations',
  idempotency: 'optional',
  errors: ['confirmation_invalid', 'confirmation_elsewhere'],
  summary:
    'Confirms an address with the token from the emailed link; a new address of an account can only be confirmed in a session of that account'
})

export const listLookArounds = endpoint<Record<never, never>, z.infer<typeof schema.lookArounds>>({
  method: 'GET',
  path: '/api/v1/user/look_arounds',
  statuses: [200],
  auth: 'public',
  errors: [],
  summary: 'Lists as whom strangers may look around; empty unless the network is a demonstration'
})

export const lookAround = endpoint<z.input<typeof schema.lookAroundInput>, UserDocument>({
  method: 'POST',
  path: '/api/v1/user/look_arounds',
  statuses: [201],
  auth: 'public',
  type: 'look_arounds',
  errors: ['not_found', 'look_around_signed_in', 'too_many_requests'],
  summary: 'Opens a session of two hours that reads a demonstration account and changes nothing'
})

export const stopViewing = endpoint<Record<never, never>, void>({
  method: 'DELETE',
  path: '/api/v1/user/viewing',
  statuses: [204],
  auth: 'user',
  whileSuspended: true,
  errors: [],
  summary:
    'Ends a view of another account, as an operator or a member: the session is used as the own account again'
})
