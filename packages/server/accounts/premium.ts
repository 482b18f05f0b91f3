import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'

/** Returns the contact of a Premium account; null for every other account. */
export async function premiumContact(db: Database | Tx, userId: number): Promise<string | null> {
  const open = await db
    .selectFrom('premium_periods')
    .select('contact')
    .where('user_id', '=', userId)
    .where('until', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return open?.contact ?? null
}

/** Returns the accounts that were Premium at a moment. */
export async function premiumAmong(
  db: Database | Tx,
  userIds: readonly number[],
  at: Date
): Promise<Set<number>> {
  if (userIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('premium_periods')
    .select('user_id')
    .where('user_id', 'in', [...userIds])
    .where('since', '<=', at)
    .where(eb => eb.or([eb('until', 'is', null), eb('until', '>', at)]))
    .limit(userIds.length)
    .execute()
  return new Set(rows.map(row => row.user_id))
}

/**
 * Sets the contact of a Premium account; null ends Premium. The caller has locked the account's row, so that the second
 * of two simultaneous changes sees the first.
 */
export async function setPremium(
  tx: Tx,
  userId: number,
  contact: string | null,
  at: Date
): Promise<void> {
  const before = await premiumContact(tx, userId)
  if (contact === null) {
    await tx
      .updateTable('premium_periods')
      .set({ until: sql`greatest(since, ${at})` })
      .where('user_id', '=', userId)
      .where('until', 'is', null)
      .execute()
  } else if (before !== null) {
    await tx
      .updateTable('premium_periods')
      .set({ contact })
      .where('user_id', '=', userId)
      .where('until', 'is', null)
      .execute()
  } else {
    // If Premium ended and starts again within one millisecond, the ended period remains unchanged.
    const since = await sql<{ since: Date }>`
      select greatest(${at}::timestamptz, max(since) + interval '1 millisecond') as since
      from premium_periods where user_id = ${userId}`.execute(tx)
    await tx
      .insertInto('premium_periods')
      .values({ user_id: userId, since: since.rows[0]?.since ?? at, contact })
      .execute()
  }
}
