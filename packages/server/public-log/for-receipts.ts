import type { Database } from '../db/connect.ts'
import { readEpochs } from './epochs.ts'
import { type PublicEntry, readPublicEntries } from './public-entries.ts'

const maxKeys = 1_000

/**
 * Returns entries of the log up to a size that say who may sign receipts, in order: the names of the log, its restores,
 * and each receipt key.
 */
export async function readReceiptEntries(db: Database, size: number): Promise<PublicEntry[]> {
  const beside = (await readEpochs(db)).map(it => it.fromSize).filter(it => it < size)
  return readPublicEntries(db, { kinds: ['receipt_key'], size, beside, max: maxKeys })
}

/** Returns the newest receipt key, whether or not the log has it yet; null before there is one. */
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
