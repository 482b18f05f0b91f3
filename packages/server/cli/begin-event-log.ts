import type { Context } from '../context.ts'
import { beginEventLog } from '../delivery/index.ts'
import { StartError } from '../start-error.ts'

const reasons = {
  servers_run:
    'Servers are running, or were running a minute ago: stop all of them, wait a minute, and try again',
  not_counted:
    'Some records in the event log are not counted yet and would be lost: run mille settle without EVENT_LOG_URL first',
  nothing_to_begin: 'The event log is already in the database: nothing was changed'
}

/** Replaces the event log with an empty one at the location in EVENT_LOG_URL. */
export async function beginLog(context: Context): Promise<string> {
  const begun = await beginEventLog(context)
  if (!begun.ok) throw new StartError(reasons[begun.code])
  const place = begun.store === 'nats' ? 'on the servers of EVENT_LOG_URL' : 'in the database'
  return `Created an empty event log ${place}. Counters and statements are unchanged. For the next 24 hours, a visitor may be counted and charged for a second time`
}
