import type { SuspensionKind } from '@mille/api/constants.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import { deleteConfirmations } from './confirmation-queries.ts'

/** `everything` is a suspension. `money` is a freeze: no money leaves the account, but everything else continues. */
export type Suspension = {
  kind: SuspensionKind
  reason: string
  started_at: Date
  until: Date | null
}

const batch = 1_000

/** Returns the current suspension or freeze of the account with its reason and start; null if there is none. */
export async function findSuspension(
  db: Database | Tx,
  userId: number
): Promise<Suspension | null> {
  const open = await db
    .selectFrom('account_suspensions')
    .select(['kind', 'reason', 'started_at', 'until'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return open ? { ...open, kind: open.kind as SuspensionKind } : null
}

/** Returns the accounts that are suspended; frozen accounts are not included. */
export async function suspendedAmong(
  db: Database | Tx,
  userIds: readonly number[]
): Promise<Set<number>> {
  if (userIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('suspended_accounts')
    .select('user_id')
    .where('user_id', 'in', [...userIds])
    .limit(userIds.length)
    .execute()
  return new Set(rows.flatMap(row => row.user_id ?? []))
}

type Start = { kind: SuspensionKind; reason: string; until: Date | null; by: number; at: Date }

/**
 * Starts a suspension or a freeze, which replaces one of the other kind. Returns its ID, or null if one of this kind
 * already exists. Links that would change the email address become invalid. The caller has locked the account.
 */
export async function startSuspension(
  tx: Tx,
  userId: number,
  { kind, reason, until, by, at }: Start
): Promise<number | null> {
  await sql`
    update account_suspensions set ended_at = greatest(started_at, ${at}), ended_by = ${by}
    where user_id = ${userId} and ended_at is null and kind <> ${kind}`.execute(tx)
  const started = await tx
    .insertInto('account_suspensions')
    .values({ user_id: userId, kind, reason, until, started_at: at, started_by: by })
    .onConflict(conflict => conflict.column('user_id').where('ended_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!started) return null
  await deleteConfirmations(tx, userId)
  return started.id
}

export type EndedSuspension = { id: number; kind: SuspensionKind }

/** Ends a suspension or freeze and returns it; null if the account has neither. */
export async function endSuspension(
  tx: Tx,
  userId: number,
  { by, at }: { by: number; at: Date }
): Promise<EndedSuspension | null> {
  const { rows } = await sql<EndedSuspension>`
    update account_suspensions set ended_at = greatest(started_at, ${at}), ended_by = ${by}
    where user_id = ${userId} and ended_at is null returning id, kind`.execute(tx)
  return rows[0] ?? null
}

/** Returns the accounts whose suspension or freeze has reached its planned end. */
export async function listOverdueSuspensions(db: Database, at: Date): Promise<number[]> {
  const { rows } = await sql<{ userId: number }>`
    select user_id as "userId" from account_suspensions
    where ended_at is null and until <= ${at} order by until limit ${batch}`.execute(db)
  return rows.map(it => it.userId)
}

/** Ends a suspension or freeze that has reached its planned end. */
export async function endOverdueSuspension(
  tx: Tx,
  userId: number,
  at: Date
): Promise<EndedSuspension | null> {
  const { rows } = await sql<EndedSuspension>`
    update account_suspensions set ended_at = ${at}
    where user_id = ${userId} and ended_at is null and until <= ${at} returning id, kind`.execute(
    tx
  )
  return rows[0] ?? null
}
