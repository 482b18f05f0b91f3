import type { Context } from '../../context.ts'
import { StartError } from '../../start-error.ts'
import { EventLogUnavailable, type Missing } from './event-log.ts'
import { withEventLog } from './open-event-log.ts'
import { readClaim, WrongEventLog } from './streams-claim.ts'

const elsewhere =
  'EVENT_LOG_URL is not set, and the event log of this database is on NATS servers: set it as it was, or stop every process and move the log: mille settle with EVENT_LOG_URL counts what is left, and a minute later mille begin-event-log without it begins an empty log in the database'

/** At the first start the streams are made, by several processes at once, which takes the servers some seconds. */
const firstMs = 30_000

/**
 * Throws a StartError when the log that EVENT_LOG_URL leads to is not this database's. `whenAway` is asked what to do
 * about servers that do not answer.
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

/** Null where the log keeps no copies. Rejects with EventLogUnavailable when it is away. */
export function readMissingCopies(
  context: Pick<Context, 'config' | 'pool'>
): Promise<Missing | null> {
  return withEventLog(context, log => log.missing())
}
