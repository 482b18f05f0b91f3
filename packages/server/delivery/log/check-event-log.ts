import type { Context } from '../../context.ts'
import { StartError } from '../../start-error.ts'
import { EventLogUnavailable, type Missing } from './event-log.ts'
import { withEventLog } from './open-event-log.ts'
import { readClaim, WrongEventLog } from './streams-claim.ts'

const elsewhere =
  'EVENT_LOG_URL is not set, and the event log of this database is on NATS servers: set it as it was, or begin an empty log in the database with: mille begin-event-log'

/**
 * Throws a StartError when the log that EVENT_LOG_URL leads to is not this database's. `whenAway` is asked what to do
 * about servers that do not answer.
 */
export async function checkEventLog(
  context: Pick<Context, 'config' | 'pool'>,
  whenAway: (error: EventLogUnavailable) => void
): Promise<void> {
  if (context.config.eventLogUrl === null) {
    if (await readClaim(context.pool)) throw new StartError(elsewhere)
    return
  }
  try {
    await withEventLog(context, log => log.heads())
  } catch (error) {
    if (!(error instanceof EventLogUnavailable)) throw error
    if (error.cause instanceof WrongEventLog)
      throw new StartError(`EVENT_LOG_URL ${error.cause.message}`)
    whenAway(error)
  }
}

/** Null where the log keeps no copies. Rejects with EventLogUnavailable when it is away. */
export function readMissingCopies(
  context: Pick<Context, 'config' | 'pool'>
): Promise<Missing | null> {
  return withEventLog(context, log => log.missing())
}
