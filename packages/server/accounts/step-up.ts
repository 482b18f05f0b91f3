import type { Session } from './sessions.ts'

const stepUpMs = 5 * 60_000

/** Until when the session has proved that it is the same person; null when it has not, or no longer. */
export function steppedUpUntil(session: Pick<Session, 'steppedUpAt'>, now: Date): Date | null {
  if (session.steppedUpAt === null) return null
  const until = new Date(session.steppedUpAt.getTime() + stepUpMs)
  return until > now ? until : null
}
