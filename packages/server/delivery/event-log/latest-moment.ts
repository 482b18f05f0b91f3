import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'

/** Returns the time that the log has reached, as far as the database knows; nothing is appended before it. */
export async function latestMoment(db: Database): Promise<Date> {
  const { rows } = await sql<{ at: Date | null }>`
    select greatest((select max(at) from event_log_heads), (select max(at) from counter_partitions)) as at`.execute(
    db
  )
  return rows[0]?.at ?? new Date(0)
}
