import { sql } from 'kysely'
import type { Database, Tx } from './connect.ts'

const maxSeconds = 5
/** With PostgreSQL’s 4 MB, a few hundred thousand rows that lie apart are looked for in whole pages. */
const memory = '32MB'
/** PostgreSQL's code for a statement that was ended. */
const queryCanceled = '57014'

/**
 * Reads in a transaction of its own, and gives up on a statement that takes longer than five seconds: a few readers who
 * ask for a lot must not block the database.
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
