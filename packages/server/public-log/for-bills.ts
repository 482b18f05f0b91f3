import type { Database } from '../db/connect.ts'
import { readEntries, type StoredCheckpoint } from './read-log.ts'

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

export type PublicEntry = { index: number; bytes: Buffer }

const maxFeeEntries = 10_000

/** What the log of that size says about fees, from its first entry on. */
export async function readFeeEntries(db: Database, size: number): Promise<PublicEntry[]> {
  const rows = await db
    .selectFrom('public_log_notices')
    .select('log_index')
    .where('kind', '=', 'fee')
    .where('log_index', '<', BigInt(size))
    .orderBy('log_index')
    .limit(maxFeeEntries)
    .execute()
  const entries: PublicEntry[] = []
  for (const index of [0, ...rows.map(row => Number(row.log_index))]) {
    const [bytes] = await readEntries(db, { from: index, to: index + 1 })
    if (bytes) entries.push({ index, bytes })
  }
  return entries
}
