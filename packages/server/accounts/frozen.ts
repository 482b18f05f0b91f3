import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import { type Failure, failure } from '../http/answers/reply.ts'
import { takeTurn } from './queries.ts'

/**
 * The one rule for money that would leave an account: while an operator has frozen or suspended it, none does. What is paid
 * for ads is a service and continues. Statements that let money out have this condition with the account's column.
 */
export function isFrozen(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from frozen_accounts frozen where frozen.user_id = ${userId})`
}

/**
 * Why a request that takes money out of the account is refused, or null. Locks the account until the end of the
 * transaction, as freezing it does: of the two the later one finds what the other has done.
 */
export async function refuseWhileFrozen(tx: Tx, userId: number): Promise<Failure | null> {
  await takeTurn(tx, userId)
  const { rows } = await sql<{ frozen: boolean }>`
    select ${isFrozen(sql`${userId}::integer`)} as frozen`.execute(tx)
  return rows[0]?.frozen ? failure('account_frozen') : null
}
