import { dayMs } from '@mille/api/durations.ts'
import { systemClock, systemRandomBytes } from '@mille/server/context.ts'
import type { Connection } from '@mille/server/db/connect.ts'
import { createPostgresLog } from '@mille/server/delivery/event-log/postgres-log.ts'
import { verdict } from '@mille/server/delivery/judge/verdicts.ts'
import { saveVerdicts } from '@mille/server/delivery/partitions/stored-verdicts.ts'
import { createVisitors } from '@mille/server/delivery/visitors/visitor.ts'
import { batchRecords, createViews } from './counter-storm.ts'

/** The written day ends this many milliseconds before now, so that events appended later have later times. */
const endedMsAgo = 10_000

/**
 * Writes the views of the last day to the log, each by a new visitor, as if they had been reported and paid for over
 * the day. The counters do not contain them.
 */
export async function writeDay(connection: Connection, views: number): Promise<void> {
  const { db, pool } = connection
  const log = createPostgresLog(pool)
  const context = { db, now: systemClock, randomBytes: systemRandomBytes }
  // One refresh covers the visitor names of two days.
  await createVisitors(context, { neededSince: async () => null }).refresh()
  const makeViews = createViews(3)
  const end = systemClock().getTime() - endedMsAgo
  const steps = Math.ceil(views / batchRecords / log.partitions)
  const verdicts = new Uint8Array(batchRecords).fill(verdict.billable)
  for (let step = 0; step < steps; step++) {
    const at = new Date(Math.floor(end - dayMs + ((step + 1) / steps) * dayMs))
    const bodies = Array.from({ length: log.partitions }, (_, partition) => ({
      partition,
      body: makeViews(at.getTime())
    }))
    const positions = await log.append(bodies, at)
    const rows = positions.map((position, partition) => ({
      partition,
      before: position - 1n,
      batches: [{ position, at, verdicts }]
    }))
    await db.transaction().execute(tx => saveVerdicts(tx, rows))
  }
  await pool.query(`
    update counter_partitions counted set position = head.position, places_until = head.position, at = head.at
    from event_log_heads head where head.partition = counted.partition`)
}
