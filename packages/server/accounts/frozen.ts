import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import { type Failure, failure } from '../http/answers/reply.ts'
import { takeTurn } from './queries.ts'

/**
 * Condition that blocks every payment out of an account while an operator has frozen or suspended it. Spending on ads
 * is not a payment out and continues. Statements that pay out money include this condition with the account's column.
 */
export function isFrozen(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from frozen_accounts frozen where frozen.user_id = ${userId})`
}

/**
 * Returns why a withdrawal from the account is rejected, or null. It locks the account until the end of the
 * transaction, as freezing does, so that the later of the two sees the effect of the other.
 */
export async function refuseWhileFrozen(tx: Tx, userId: number): Promise<Failure | null> {
  await takeTurn(tx, userId)
  const { rows } = await sql<{ frozen: boolean }>`
    select ${isFrozen(sql`${userId}::integer`)} as frozen`.execute(tx)
  return rows[0]?.frozen ? failure('account_frozen') : null
}
