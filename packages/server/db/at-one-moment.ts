import type { Database, Tx } from './connect.ts'

/** Reads what is needed as it is at one moment, without blocking anyone. */
export function atOneMoment<Read>(db: Database, read: (tx: Tx) => Promise<Read>): Promise<Read> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read)
}
