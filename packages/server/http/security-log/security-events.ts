import type { AnyEndpoint } from '@mille/api/endpoint.ts'

/**
 * Calls that are written to the log as security events (ASVS 5.0, 16.3). The table in docs/operating/troubleshoot.md
 * has the same list.
 */
export const securityEvents = {
  sign_up: {
    calls: ['POST /api/v1/users'],
    meaning: 'An anonymous account was created, or a code to create an account was emailed'
  },
  code_requested: {
    calls: ['POST /api/v1/user/access_codes'],
    meaning: 'A sign-in code was requested'
  },
  sign_in: {
    calls: ['POST /api/v1/user/sign_in', 'POST /api/v1/user/passkey_sessions'],
    meaning: 'A sign-in succeeded or failed'
  },
  look_around: {
    calls: ['POST /api/v1/user/look_arounds'],
    meaning: 'A stranger began to look around in a demonstration'
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
    meaning: 'A session confirmed its identity, requested a code to do so, or failed'
  },
  way_in_changed: {
    calls: [
      'POST /api/v1/user/account_code',
      'POST /api/v1/user/passkeys',
      'DELETE /api/v1/user/passkeys/{id}',
      'POST /api/v1/user/confirmations',
      'PATCH /api/v1/users/{id}'
    ],
    meaning: 'An account code, a passkey, or the name or address of an account was changed'
  },
  key: {
    calls: ['POST /api/v1/api_keys', 'DELETE /api/v1/api_keys/{id}'],
    meaning: 'An API key was created or revoked'
  },
  hand_off: {
    calls: ['POST /api/v1/user/handoffs', 'POST /api/v1/user/handoffs/exchange'],
    meaning: 'A sign-in was handed to another site'
  },
  personal_data: {
    calls: ['GET /api/v1/user/export', 'DELETE /api/v1/users/{id}'],
    meaning: 'Account data was exported, or an account was deleted'
  },
  money_out: {
    calls: [
      'POST /api/v1/withdrawals',
      'DELETE /api/v1/withdrawals/{id}',
      'POST /api/v1/automatic_payouts',
      'DELETE /api/v1/automatic_payouts/{id}'
    ],
    meaning:
      'A withdrawal was requested or canceled, or automatic withdrawals were turned on or off'
  },
  operator_act: { calls: [], meaning: 'An operator changed something, or was refused' },
  operator_read: { calls: [], meaning: 'An operator read operator-only data' },
  refused: {
    calls: [],
    meaning: 'Any other call with an invalid or insufficient session, token, or key'
  },
  limited: { calls: [], meaning: 'Any other call over a limit' }
} as const satisfies Record<string, { calls: readonly string[]; meaning: string }>

export type SecurityEvent = keyof typeof securityEvents

const byCall = new Map<string, SecurityEvent>(
  Object.entries(securityEvents).flatMap(([name, { calls }]) =>
    calls.map(call => [call, name as SecurityEvent] as const)
  )
)

/** Returns the security event of a call that ended with a status, or null when the call is not relevant to security. */
export function securityEventOf(
  { method, path, auth }: Pick<AnyEndpoint, 'method' | 'path' | 'auth'>,
  status: number,
  isKnown: boolean
): SecurityEvent | null {
  const own = byCall.get(`${method} ${path}`)
  if (own) return own
  if (auth === 'admin' && isKnown) return method === 'GET' ? 'operator_read' : 'operator_act'
  if (status === 429) return 'limited'
  // It is not an event when a visitor who is not signed in opens something that requires an account.
  if (status === 403 || (status === 401 && isKnown)) return 'refused'
  return null
}
