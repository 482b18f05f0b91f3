import type { Context } from '../../context.ts'
import { StartError } from '../../start-error.ts'
import { EventLogUnavailable, type Missing } from './event-log.ts'
import { withEventLog } from './open-event-log.ts'
import { readClaim, WrongEventLog } from './streams-claim.ts'

const elsewhere =
  'EVENT_LOG_URL is not set, and the event log of this database is on NATS servers: set it as it was, or stop every process and move the log: mille settle with EVENT_LOG_URL counts what is left, and a minute later mille begin-event-log without it begins an empty log in the database'

/**
 * Timeout of the first check, in milliseconds. At the first start several processes create the streams at once, which
 * takes the servers some seconds.
 */
const firstMs = 30_000

/**
 * Throws a StartError if EVENT_LOG_URL leads to the log of another database. If the servers do not answer, `whenAway`
 * decides what happens.
 */
export async function checkEventLog(
  context: Pick<Context, 'config' | 'pool'>,
  whenAway: (error: EventLogUnavailable) => void
): Promise<void> {
  const claim = await readClaim(context.pool)
  if (context.config.eventLogUrl === null) {
    if (claim) throw new StartError(elsewhere)
    return
  }
  const until = performance.now() + (claim?.areMade ? 0 : firstMs)
  for (;;) {
    const error = await whyAway(context)
    if (!error) return
    if (performance.now() > until) return whenAway(error)
  }
}

async function whyAway(
  context: Pick<Context, 'config' | 'pool'>
): Promise<EventLogUnavailable | null> {
  try {
    await withEventLog(context, log => log.heads())
    return null
  } catch (error) {
    if (!(error instanceof EventLogUnavailable)) throw error
    if (error.cause instanceof WrongEventLog)
      throw new StartError(`EVENT_LOG_URL ${error.cause.message}`)
    return error
  }
}

/**
 * Returns the missing copies of the log, or null for a log that keeps no copies. Rejects with EventLogUnavailable if
 * the log cannot be reached.
 */
export function readMissingCopies(
  context: Pick<Context, 'config' | 'pool'>
): Promise<Missing | null> {
  return withEventLog(context, log => log.missing())
}
