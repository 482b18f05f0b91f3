import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'

export type NewRating = {
  order_id: number
  offer_id: number
  stars: number
  comment: string
  created_at: Date
}

/** Stores a rating and adds it to its offer's totals; returns false when the order already has a rating. */
export async function insertRating(tx: Tx, rating: NewRating): Promise<boolean> {
  const inserted = await tx
    .insertInto('publication_order_ratings')
    .values(rating)
    .onConflict(conflict => conflict.column('order_id').doNothing())
    .returning('order_id')
    .executeTakeFirst()
  if (!inserted) return false
  await sql`
    update publication_offers set rating_sum = rating_sum + ${rating.stars}, rating_count = rating_count + 1
    where id = ${rating.offer_id}`.execute(tx)
  return true
}

export async function ratingOf(db: Database | Tx, orderId: number) {
  const found = await db
    .selectFrom('publication_order_ratings')
    .select(['stars', 'comment', 'created_at'])
    .where('order_id', '=', orderId)
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}
