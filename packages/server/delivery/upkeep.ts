import type { Context } from '../context.ts'
import { dropPartitions, ensurePartitions } from './counting/partitions.ts'
import { forgetRates } from './counting/visitor-rates.ts'
import { dayAfter, dayOf } from './days.ts'
import { forgetHeartbeats } from './heartbeat.ts'
import type { Visitors } from './visitors/visitor.ts'

/** What has to be there before midnight, made early; and what has to go. */
export async function keepUp(
  { db, now, config }: Pick<Context, 'db' | 'now' | 'config'>,
  visitors: Pick<Visitors, 'refresh'>
): Promise<void> {
  await visitors.refresh()
  const today = dayOf(now())
  const days = [-1, 0, 1, 2, 3].map(count => dayAfter(today, count))
  const keptFrom = dayAfter(today, -config.eventRetentionDays)
  await db.transaction().execute(tx => ensurePartitions(tx, days))
  await db.transaction().execute(tx => dropPartitions(tx, keptFrom))
  await db.transaction().execute(tx => forgetRates(tx, now()))
  await db.transaction().execute(tx => forgetHeartbeats(tx, keptFrom))
}
