import type { Context } from '@mille/server/context.ts'
import type { Database } from '@mille/server/db/connect.ts'
import { dayOf } from '@mille/server/delivery/days.ts'
import { sumCountersUntil } from '@mille/server/delivery/partitions/counter-sums.ts'
import { sumPlacesUntil } from '@mille/server/delivery/partitions/place-sums.ts'
import {
  countAll,
  createTestAppender,
  makeDecided,
  viewable
} from '@mille/server/delivery/testing/counting.ts'

/** Records a view of the campaign on the ad unit by a new visitor, now, in the event log. */
export async function reportView(
  context: Context,
  where: { unit: number; campaign: number }
): Promise<void> {
  const appender = createTestAppender(context)
  const issuedAtMs = context.now().getTime() - 1000
  await appender.count(viewable(makeDecided({ ...where, issuedAtMs })))
  await appender.stop()
}

/** Counts all reported events. */
export const countReports: (context: Context) => Promise<void> = countAll

/** Adds up the counters up to the given moment, as the scheduled job does once counting has passed that moment. */
export async function addUpCounters(db: Database, until: Date): Promise<void> {
  await sumCountersUntil(db, until)
  await sumPlacesUntil(db, dayOf(until))
}
