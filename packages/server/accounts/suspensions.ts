import type { SuspensionKind } from '@mille/api/constants.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import { deleteConfirmations } from './confirmation-queries.ts'

/** `everything` is a suspension, `money` a freeze: no money leaves the account, and all else continues. */
export type Suspension = {
  kind: SuspensionKind
  reason: string
  started_at: Date
  until: Date | null
}

const batch = 1_000

/** What an operator has stopped of the account, why, and since when; null where nothing is. */
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

/** Those of the accounts that are suspended; frozen ones are not. */
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
 * Takes the place of one of the other kind. Gives its id, or null when there is one of this kind already. Links that would
 * change the address of a suspended account are no longer valid. The caller has locked the account.
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
  if (kind === 'everything') await deleteConfirmations(tx, userId)
  return started.id
}

export type EndedSuspension = { id: number; kind: SuspensionKind }

/** Gives what it ends, or null when the account is neither suspended nor frozen. */
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

/** Accounts whose suspension or freeze is over by the end that it was given. */
export async function listOverdueSuspensions(db: Database, at: Date): Promise<number[]> {
  const { rows } = await sql<{ userId: number }>`
    select user_id as "userId" from account_suspensions
    where ended_at is null and until <= ${at} order by until limit ${batch}`.execute(db)
  return rows.map(it => it.userId)
}

/** Like `endSuspension`, where its own end has come. */
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
