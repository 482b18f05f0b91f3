import type { AnyEndpoint } from '@mille/api/endpoint.ts'

/**
 * What is written to the log as a security event (ASVS 5.0, 16.3), by the calls that cause it. The table in
 * docs/operating.md is made from this list.
 */
export const securityEvents = {
  sign_up: {
    calls: ['POST /api/v1/users'],
    meaning: 'An anonymous account was opened, or a code to open one was mailed'
  },
  code_requested: {
    calls: ['POST /api/v1/user/access_codes'],
    meaning: 'A code to sign in was asked for'
  },
  sign_in: {
    calls: ['POST /api/v1/user/sign_in', 'POST /api/v1/user/passkey_sessions'],
    meaning: 'Somebody signed in, or could not'
  },
  session_ended: {
    calls: [
      'DELETE /api/v1/user/session',
      'DELETE /api/v1/user/sessions',
      'DELETE /api/v1/user/sessions/{id}'
    ],
    meaning: 'An account signed out, or ended its other sessions'
  },
  proof: {
    calls: [
      'POST /api/v1/user/step_up',
      'POST /api/v1/user/passkey_step_up',
      'POST /api/v1/user/step_up_codes'
    ],
    meaning: 'A session proved again who it is, asked for a code to do so, or failed'
  },
  way_in_changed: {
    calls: [
      'POST /api/v1/user/account_code',
      'POST /api/v1/user/passkeys',
      'DELETE /api/v1/user/passkeys/{id}',
      'POST /api/v1/user/confirmations',
      'PATCH /api/v1/users/{id}'
    ],
    meaning: 'An account code, a passkey, or the name or address of an account changed'
  },
  key: {
    calls: ['POST /api/v1/api_keys', 'DELETE /api/v1/api_keys/{id}'],
    meaning: 'An API key was made or revoked'
  },
  hand_off: {
    calls: ['POST /api/v1/user/handoffs', 'POST /api/v1/user/handoffs/exchange'],
    meaning: 'Another site was given a sign-in'
  },
  personal_data: {
    calls: ['GET /api/v1/user/export', 'DELETE /api/v1/users/{id}'],
    meaning: 'An account was downloaded or deleted'
  },
  money_out: {
    calls: [
      'POST /api/v1/withdrawals',
      'DELETE /api/v1/withdrawals/{id}',
      'POST /api/v1/automatic_payouts',
      'DELETE /api/v1/automatic_payouts/{id}'
    ],
    meaning: 'A withdrawal was requested or canceled, or automatic ones were set or ended'
  },
  operator_act: { calls: [], meaning: 'An operator changed something, or was refused' },
  operator_read: { calls: [], meaning: 'An operator read something that only operators may' },
  refused: {
    calls: [],
    meaning:
      'Any other call with a session, token or key that does not work, or is not enough for it'
  },
  limited: { calls: [], meaning: 'Any other call over a limit' }
} as const satisfies Record<string, { calls: readonly string[]; meaning: string }>

export type SecurityEvent = keyof typeof securityEvents

const byCall = new Map<string, SecurityEvent>(
  Object.entries(securityEvents).flatMap(([name, { calls }]) =>
    calls.map(call => [call, name as SecurityEvent] as const)
  )
)

/** Which event a call is that ended with that status, or null for what is of no interest here. */
export function securityEventOf(
  { method, path, auth }: Pick<AnyEndpoint, 'method' | 'path' | 'auth'>,
  status: number,
  isKnown: boolean
): SecurityEvent | null {
  const own = byCall.get(`${method} ${path}`)
  if (own) return own
  if (auth === 'admin' && isKnown) return method === 'GET' ? 'operator_read' : 'operator_act'
  if (status === 429) return 'limited'
  // A visitor who is not signed in and opens what takes an account is no event.
  if (status === 403 || (status === 401 && isKnown)) return 'refused'
  return null
}
