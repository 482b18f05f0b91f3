import type { Database, Tx } from './connect.ts'

/** Reads several tables from one snapshot, without blocking other transactions. */
export function atOneMoment<Read>(db: Database, read: (tx: Tx) => Promise<Read>): Promise<Read> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read)
}
