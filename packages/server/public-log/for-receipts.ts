import type { Database } from '../db/connect.ts'
import { readEpochs } from './epochs.ts'
import type { PublicEntry } from './for-bills.ts'
import { readEntries } from './read-log.ts'

const maxKeys = 1_000

/**
 * What the log of that size says about who may sign receipts, in its order: under which names it was signed, when it was
 * restored, and each key of receipts.
 */
export async function readReceiptEntries(db: Database, size: number): Promise<PublicEntry[]> {
  const rows = await db
    .selectFrom('public_log_notices')
    .select('log_index')
    .where('kind', '=', 'receipt_key')
    .where('log_index', '<', BigInt(size))
    .orderBy('log_index')
    .limit(maxKeys)
    .execute()
  const begun = (await readEpochs(db)).map(it => it.fromSize).filter(it => it < size)
  const indexes = new Set([...begun, ...rows.map(row => Number(row.log_index))])
  const entries: PublicEntry[] = []
  for (const index of [...indexes].sort((one, other) => one - other)) {
    const [bytes] = await readEntries(db, { from: index, to: index + 1 })
    if (bytes) entries.push({ index, bytes })
  }
  return entries
}

/** The newest key of receipts, whether or not the log has it yet; null before there is one. */
export async function readReceiptKey(db: Database): Promise<Buffer | null> {
  const row = await db
    .selectFrom('public_log_notices')
    .select('receipt_key')
    .where('kind', '=', 'receipt_key')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.receipt_key ?? null
}
