import { sql } from 'kysely'
import type { Database, Tx } from './connect.ts'

const maxSeconds = 5
/**
 * `work_mem` of a slow query. With PostgreSQL's default of 4 MB, finding a few hundred thousand scattered rows reads
 * whole pages.
 */
const memory = '32MB'
/** PostgreSQL's error code for a canceled statement. */
const queryCanceled = '57014'

/**
 * Reads in a separate transaction and cancels a statement that takes longer than five seconds, so that a few readers
 * with large queries do not block the database.
 */
export async function withinTime<Value>(
  db: Database,
  read: (tx: Tx) => Promise<Value>
): Promise<{ ok: true; value: Value } | { ok: false }> {
  try {
    const value = await db
      .transaction()
      .setAccessMode('read only')
      .execute(async tx => {
        await sql`select set_config('statement_timeout', ${`${maxSeconds}s`}, true), set_config('work_mem', ${memory}, true)`.execute(
          tx
        )
        return read(tx)
      })
    return { ok: true, value }
  } catch (error) {
    if ((error as { code?: unknown }).code === queryCanceled) return { ok: false }
    throw error
  }
}
