import type { PaymentsConfig } from '../../config/payments.ts'
import type { Context } from '../../context.ts'
import type { Database, Tx } from '../../db/connect.ts'
import { chainsOf } from '../chains.ts'
import { isUnsearched, readRestore } from '../payouts/restores.ts'

/** Whether each connected chain was searched since the restore. */
export async function isSearched(db: Database | Tx, config: PaymentsConfig): Promise<boolean> {
  for (const { name } of chainsOf(config)) if (await isUnsearched(db, name)) return false
  return true
}

/** Resumes payouts. Refused until every connected chain was searched since the restore. */
export async function releasePayouts(
  tx: Tx,
  { config, now }: Pick<Context, 'config' | 'now'>,
  userId: number | null
): Promise<'released' | 'not_found' | 'state_not_allowed'> {
  if (!(await readRestore(tx))) return 'not_found'
  if (!(await isSearched(tx, config.payments))) return 'state_not_allowed'
  await tx
    .updateTable('restores')
    .set({ released_at: now(), released_by: userId })
    .where('released_at', 'is', null)
    .execute()
  return 'released'
}
