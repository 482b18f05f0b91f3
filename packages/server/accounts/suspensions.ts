import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import { deleteConfirmations } from './confirmation-queries.ts'

export type Suspension = { reason: string; started_at: Date }

/** Why the account is suspended, and since when; null for one that is not. */
export async function findSuspension(
  db: Database | Tx,
  userId: number
): Promise<Suspension | null> {
  const open = await db
    .selectFrom('account_suspensions')
    .select(['reason', 'started_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return open ?? null
}

/** Those of the accounts that are suspended. */
export async function suspendedAmong(
  db: Database | Tx,
  userIds: readonly number[]
): Promise<Set<number>> {
  if (userIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('account_suspensions')
    .select('user_id')
    .where('user_id', 'in', [...userIds])
    .where('ended_at', 'is', null)
    .limit(userIds.length)
    .execute()
  return new Set(rows.map(row => row.user_id))
}

type Start = { reason: string; by: number; at: Date }

/** Gives its id, or null when the account is suspended already. Links that would change its address are no longer valid. */
export async function startSuspension(
  tx: Tx,
  userId: number,
  { reason, by, at }: Start
): Promise<number | null> {
  const started = await tx
    .insertInto('account_suspensions')
    .values({ user_id: userId, reason, started_at: at, started_by: by })
    .onConflict(conflict => conflict.column('user_id').where('ended_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!started) return null
  await deleteConfirmations(tx, userId)
  return started.id
}

/** Gives the id of the suspension that it ends, or null when the account is not suspended. */
export async function endSuspension(
  tx: Tx,
  userId: number,
  { by, at }: { by: number; at: Date }
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    update account_suspensions set ended_at = greatest(started_at, ${at}), ended_by = ${by}
    where user_id = ${userId} and ended_at is null returning id`.execute(tx)
  return rows[0]?.id ?? null
}
