import { dayMs } from '@mille/api/durations.ts'
import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'

/** Time in milliseconds after which a request to give a role expires and has to be made again. */
const askMs = 7 * dayMs
/**
 * Time in milliseconds for which the last remaining operator is not yet treated as the only one, so that removed
 * operators can notice.
 */
const aloneAfterMs = 7 * dayMs

export type RolesAsk = { by: number; roles: readonly string[] }

/** Returns the request to give an account roles if it is recent and its author is still an operator; otherwise null. */
export async function readRolesAsk(
  tx: Tx,
  id: number,
  operators: readonly number[],
  at: Date
): Promise<RolesAsk | null> {
  const row = await tx
    .selectFrom('users')
    .select(['operator_asked_by', 'operator_asked_at', 'operator_asked_roles'])
    .where('id', '=', id)
    .limit(1)
    .executeTakeFirst()
  const by = row?.operator_asked_by ?? null
  if (by === null || !operators.includes(by)) return null
  const isRecent = (row?.operator_asked_at?.getTime() ?? 0) > at.getTime() - askMs
  return isRecent ? { by, roles: row?.operator_asked_roles ?? ['admin'] } : null
}

export async function askForRoles(
  tx: Tx,
  id: number,
  { roles, by, at }: RolesAsk & { at: Date }
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ operator_asked_by: by, operator_asked_at: at, operator_asked_roles: [...roles] })
    .where('id', '=', id)
    .execute()
}

/**
 * Checks whether a network has had only one operator for a while, so that no other operator could confirm a second one.
 */
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
