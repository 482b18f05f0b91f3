import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'

/** How long a partner shares in what an account is charged. */
const referralMonths = 6

/**
 * Who brought each of the accounts, as far as that still counts at a moment. An account begins with its first visit
 * here: that is when it was created. Nobody is their own partner.
 */
export async function partnersOf(
  db: Database | Tx,
  userIds: readonly number[],
  at: Date
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; partner: number }>`
    select id, partner_id as partner from users
    where id = any(${userIds}::integer[]) and partner_id is not null and partner_id <> id
      and created_at + make_interval(months => ${referralMonths}) > ${at}
    limit ${userIds.length}`.execute(db)
  return new Map(rows.map(row => [row.id, row.partner]))
}
