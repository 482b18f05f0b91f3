import type { Database } from '../db/connect.ts'
import { type PublicEntry, readPublicEntries } from './public-entries.ts'
import type { StoredCheckpoint } from './read-log.ts'

/** Returns the checkpoint of a size in an epoch, if it was signed. */
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

const maxEntries = 10_000

/** Returns entries of the log up to a size about fees and these ad units, and the log's first entry. */
export async function readBillEntries(
  db: Database,
  size: number,
  units: readonly number[]
): Promise<PublicEntry[]> {
  const kinds = ['fee', 'exclusion', 'retention'] as const
  return readPublicEntries(db, { kinds, units, size, beside: [0], max: maxEntries })
}
