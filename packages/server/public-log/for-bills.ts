import type { Database } from '../db/connect.ts'
import { type PublicEntry, readPublicEntries } from './public-entries.ts'
import type { StoredCheckpoint } from './read-log.ts'

/** The checkpoint of that size under the name that the log has now, if it was signed. */
export async function findCheckpoint(
  db: Database,
  epoch: number,
  size: number
): Promise<StoredCheckpoint | null> {
  const row = await db
    .selectFrom('public_log_checkpoints')
    .select(['epoch', 'size', 'root', 'at', 'note'])
    .where('epoch', '=', epoch)
    .where('size', '=', BigInt(size))
    .executeTakeFirst()
  return row ? { ...row, size: Number(row.size) } : null
}

const maxFeeEntries = 10_000

/** What the log of that size says about fees, from its first entry on. */
export async function readFeeEntries(db: Database, size: number): Promise<PublicEntry[]> {
  return readPublicEntries(db, { kind: 'fee', size, beside: [0], max: maxFeeEntries })
}
