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

/** A new visitor sees a campaign on a unit now, and it is in the event log. */
export async function reportView(
  context: Context,
  where: { unit: number; campaign: number }
): Promise<void> {
  const appender = createTestAppender(context)
  const issuedAtMs = context.now().getTime() - 1000
  await appender.count(viewable(makeDecided({ ...where, issuedAtMs })))
  await appender.stop()
}

/** Counts all that was reported. */
export const countReports: (context: Context) => Promise<void> = countAll

/** As the job does once nothing more is counted before that moment. */
export async function addUpCounters(db: Database, until: Date): Promise<void> {
  await sumCountersUntil(db, until)
  await sumPlacesUntil(db, dayOf(until))
}
