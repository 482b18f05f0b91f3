import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'

/**
 * Marks all current offers of a publisher as hot, or restores what the operator set by hand. Later offers are not
 * affected.
 */
export async function promoteOffers(tx: Tx, userId: number, isHot: boolean): Promise<void> {
  await tx
    .updateTable('publication_offers')
    .set({ promotion_level: isHot ? 1 : sql`is_hot_by_hand::integer` })
    .where('user_id', '=', userId)
    .where('state', '<>', 'archived')
    .execute()
}
