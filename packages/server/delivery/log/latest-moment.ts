import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'

/** The time that the log in the database has come to; nothing is appended before it. */
export async function latestMoment(db: Database): Promise<Date> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(at) as at from event_log_heads`.execute(db)
  return rows[0]?.at ?? new Date(0)
}
