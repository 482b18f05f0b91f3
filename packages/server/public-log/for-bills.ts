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

const maxEntries = 10_000

/** What the log of that size says about fees, and about these units, from its first entry on. */
export async function readBillEntries(
  db: Database,
  size: number,
  units: readonly number[]
): Promise<PublicEntry[]> {
  const kinds = ['fee', 'exclusion', 'retention'] as const
  return readPublicEntries(db, { kinds, units, size, beside: [0], max: maxEntries })
}
