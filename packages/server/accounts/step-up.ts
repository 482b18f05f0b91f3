import { isStaff } from '@mille/api/may-operate.ts'
import type { Config } from '../config.ts'
import type { Session } from '../http/callers/session.ts'

const stepUpMs = 5 * 60_000

/**
 * Checks whether the session may make a call that requires step-up authentication. A session that was shown an account
 * code may replace the code, or add an email address or a passkey, until the code is saved: without that, a lost code
 * would lock the account (docs/decisions/110).
 *
 * For operators, only a passkey counts where passkeys are required. An emailed code is then accepted only for adding
 * the first passkey.
 */
export function isProved(
  session: Session,
  asked: true | 'once_code_is_saved',
  now: Date,
  { operatorPasskeys }: Pick<Config, 'operatorPasskeys'>
): boolean {
  const isFirst = asked === 'once_code_is_saved' && !session.hasPasskey
  if (asked === 'once_code_is_saved' && session.hasUnsavedCode) return true
  if (steppedUpUntil(session, now) === null) return false
  return !needsPasskey(session, operatorPasskeys) || session.isProvedByPasskey || isFirst
}

export function needsPasskey({ user }: Pick<Session, 'user'>, operatorPasskeys: boolean): boolean {
  return operatorPasskeys && isStaff(user.roles)
}

/** Returns until when the session's step-up authentication is valid; null if there is none or it has expired. */
export function steppedUpUntil(session: Pick<Session, 'steppedUpAt'>, now: Date): Date | null {
  if (session.steppedUpAt === null) return null
  const until = new Date(session.steppedUpAt.getTime() + stepUpMs)
  return until > now ? until : null
}
