import { isStaff } from '@mille/api/operator-roles.ts'
import type { Config } from '../config.ts'
import type { Session } from '../http/callers/session.ts'

const stepUpMs = 5 * 60_000

/**
 * Whether the session may do what requires a proof. The one that was shown an account code may replace the code, or add
 * an address or a passkey, until the code is saved: nothing else could save the account. docs/decisions/110.
 *
 * An operator's proof is a passkey where passkeys are required: an emailed code is accepted only for adding the first.
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

/** Until when the session has proved that it is the same person; null when it has not, or no longer. */
export function steppedUpUntil(session: Pick<Session, 'steppedUpAt'>, now: Date): Date | null {
  if (session.steppedUpAt === null) return null
  const until = new Date(session.steppedUpAt.getTime() + stepUpMs)
  return until > now ? until : null
}
