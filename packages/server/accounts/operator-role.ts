import { dayMs } from '@mille/api/durations.ts'
import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'

/** A request for the operator role expires after this time and has to be made again. */
const askMs = 7 * dayMs
/** After removing the others, an operator counts as the only one only after this time, so that they can notice. */
const aloneAfterMs = 7 * dayMs

/**
 * The operator who requested the role for an account, if the request is recent and they are still an operator;
 * otherwise null.
 */
export async function readOperatorAsk(
  tx: Tx,
  id: number,
  operators: readonly number[],
  at: Date
): Promise<number | null> {
  const row = await tx
    .selectFrom('users')
    .select(['operator_asked_by', 'operator_asked_at'])
    .where('id', '=', id)
    .limit(1)
    .executeTakeFirst()
  const by = row?.operator_asked_by ?? null
  if (by === null || !operators.includes(by)) return null
  const isRecent = (row?.operator_asked_at?.getTime() ?? 0) > at.getTime() - askMs
  return isRecent ? by : null
}

export async function askForOperator(tx: Tx, id: number, by: number, at: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ operator_asked_by: by, operator_asked_at: at })
    .where('id', '=', id)
    .execute()
}

/** Whether a network has had only one operator for a while, so that no other could confirm a second one. */
export async function isOnlyOperator(
  tx: Tx,
  operators: readonly number[],
  at: Date
): Promise<boolean> {
  if (operators.length > 1) return false
  const { rows } = await sql<{ id: number }>`
    select id from users where operator_removed_at > ${new Date(at.getTime() - aloneAfterMs)} limit 1`.execute(
    tx
  )
  return rows.length === 0
}
