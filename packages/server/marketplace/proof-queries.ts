import type { Database } from '../db/connect.ts'
import { type OrderRow, orderColumns } from './order-queries.ts'

/**
 * Claims orders whose publication is due for a check, longest due first, so that no other process takes them until the
 * lease ends.
 */
export function claimProofs(
  db: Database,
  now: Date,
  lease: Date,
  limit: number
): Promise<OrderRow[]> {
  return db
    .updateTable('publication_orders')
    .set({ proof_check_at: lease })
    .where('id', 'in', due =>
      due
        .selectFrom('publication_orders')
        .select('id')
        .where('proof_check_at', '<=', now)
        .orderBy('proof_check_at')
        .limit(limit)
        .forNoKeyUpdate()
        .skipLocked()
    )
    .returning(orderColumns)
    .$castTo<OrderRow>()
    .execute()
}
