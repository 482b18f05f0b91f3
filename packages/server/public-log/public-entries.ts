import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import { readEntries } from './read-log.ts'

export type PublicEntry = { index: number; bytes: Buffer }

type Wanted = {
  kinds: readonly ('fee' | 'exclusion' | 'receipt_key' | 'retention')[]
  /** Ad units whose exclusions are wanted. */
  units?: readonly number[]
  /** Size of the log, in entries. */
  size: number
  /** Indexes of entries that are included whatever their kind. */
  beside: readonly number[]
  /** Maximum number of entries of these kinds. */
  max: number
}

/** Returns the public entries of some kinds, in the order of the log. */
export async function readPublicEntries(
  db: Database,
  { kinds, units = [], size, beside, max }: Wanted
): Promise<PublicEntry[]> {
  const rows = await db
    .selectFrom('public_log_notices')
    .select('log_index')
    .where('kind', 'in', kinds)
    .where(({ or, eb }) =>
      or([eb('kind', '!=', 'exclusion'), eb('unit_id', '=', sql<number>`any(${units}::integer[])`)])
    )
    .where('log_index', '<', BigInt(size))
    .orderBy('log_index')
    .limit(max)
    .execute()
  const indexes = new Set([...beside, ...rows.map(row => Number(row.log_index))])
  const entries: PublicEntry[] = []
  for (const index of [...indexes].sort((one, other) => one - other)) {
    const [bytes] = await readEntries(db, { from: index, to: index + 1 })
    if (bytes) entries.push({ index, bytes })
  }
  return entries
}
