import { forgetSignUpKeys } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import { dayAfter, dayOf } from './days.ts'
import type { EventLog } from './event-log/event-log.ts'
import { forgetHeartbeats } from './heartbeat.ts'
import { forgetOldEvents, promisedDays } from './partitions/retention.ts'
import { forgetUnitHours } from './partitions/unit-hours.ts'
import { forgetInsideRequests, type InsideRequests } from './requests/inside-requests.ts'
import { forgetRequestFlushes } from './requests/request-counts.ts'
import type { Visitors } from './visitors/visitor.ts'

/**
 * Does a node's regular upkeep: creates keys early enough before midnight, saves the requests from internal addresses,
 * and deletes old data.
 */
export async function keepUp(
  context: Pick<Context, 'db' | 'pool' | 'now' | 'config'>,
  {
    visitors,
    events,
    inside
  }: {
    visitors: Pick<Visitors, 'refresh'>
    events: EventLog
    inside: Pick<InsideRequests, 'write'>
  }
): Promise<void> {
  const { db, now } = context
  await forgetSignUpKeys(db, now())
  const isLogThere = await visitors.refresh()
  const keptFrom = dayAfter(dayOf(now()), -(await promisedDays(context)))
  if (isLogThere) await forgetOldEvents(context, events, keptFrom)
  await db.transaction().execute(tx => forgetUnitHours(tx, now()))
  await db.transaction().execute(tx => forgetInsideRequests(tx, now()))
  await db.transaction().execute(tx => forgetHeartbeats(tx, keptFrom))
  await forgetRequestFlushes(db, now())
  await inside.write()
}
