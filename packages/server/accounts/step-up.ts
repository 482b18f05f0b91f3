import type { Session } from '../http/session.ts'

const stepUpMs = 5 * 60_000

/**
 * Whether the session may do what asks for a proof. The one that was shown an account code may replace the code, or add
 * an address or a passkey, until the code is saved: nothing else could save the account. docs/decisions/130.
 */
export function isProved(
  session: Pick<Session, 'steppedUpAt' | 'hasUnsavedCode'>,
  asked: true | 'once_code_is_saved',
  now: Date
): boolean {
  if (asked === 'once_code_is_saved' && session.hasUnsavedCode) return true
  return steppedUpUntil(session, now) !== null
}

/** Until when the session has proved that it is the same person; null when it has not, or no longer. */
export function steppedUpUntil(session: Pick<Session, 'steppedUpAt'>, now: Date): Date | null {
  if (session.steppedUpAt === null) return null
  const until = new Date(session.steppedUpAt.getTime() + stepUpMs)
  return until > now ? until : null
}
