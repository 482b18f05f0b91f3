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
 * Returns why a frozen or suspended account may not make a change, or null. Every change calls this that moves money
 * out of the account, or decides who can move it out later: where payouts go, and how the account is signed in to. It
 * locks the account until the end of the transaction, as freezing does, so that the later of the two sees the effect of
 * the other.
 */
export async function refuseWhileFrozen(tx: Tx, userId: number): Promise<Failure | null> {
  await takeTurn(tx, userId)
  const { rows } = await sql<{ reason: string }>`
    select reason from frozen_accounts where user_id = ${userId} limit 1`.execute(tx)
  if (!rows[0]) return null
  const detail = `An operator has frozen the account. Reason: ${rows[0].reason}`
  return failure('account_frozen', { detail })
}
