import { sql } from 'kysely'
import type { Database } from './connect.ts'

/**
 * Runs the work in one process at a time: the one whose connection holds the advisory lock with the number. Returns at
 * once when another process has it.
 */
export async function inOneProcess(
  db: Database,
  lockNumber: number,
  work: () => Promise<void>
): Promise<void> {
  await db.connection().execute(async connection => {
    const { rows } = await sql<{ got: boolean }>`
      select pg_try_advisory_lock(${lockNumber}) as got`.execute(connection)
    if (!rows[0]?.got) return
    try {
      await work()
    } finally {
      await sql`select pg_advisory_unlock(${lockNumber})`.execute(connection)
    }
  })
}
