import { sql } from 'kysely'
import type pg from 'pg'
import type { Tx } from '../db/connect.ts'
import { mayOwe } from './accounts.ts'
import { hashRequest, type NewTransfer, type TransferFailure } from './plan.ts'

/** Why nothing was written, else the transfer's id. */
export type Moved = { id: bigint; problem: null } | { id: null; problem: TransferFailure['code'] }

/** Most transfers are alone: the database does all of one in a single call. */
export async function moveOne(tx: Tx, request: NewTransfer): Promise<Moved> {
  const values = valuesOf(request).map(value => sql`${value}`)
  const { rows } = await sql<Moved>`
    select transfer_id as id, problem from move_money(${sql.join(values)})`.execute(tx)
  return present(rows)
}

/** The same as a transaction of its own, by a statement that is planned once for each connection. */
export async function moveOneNow(pool: pg.Pool, request: NewTransfer): Promise<Moved> {
  const { rows } = await pool.query<Moved>({ ...statement, values: valuesOf(request) })
  return present(rows)
}

const statement = {
  name: 'move_money',
  text: `select transfer_id as id, problem
    from move_money($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`
}

function valuesOf(request: NewTransfer): unknown[] {
  const { key, kind, amount, from, to, reason, at } = request
  return [
    key,
    hashRequest(request),
    kind,
    from.asset,
    amount,
    from.owner,
    from.ownerId,
    from.kind,
    to.owner,
    to.ownerId,
    to.kind,
    mayOwe(from),
    reason ?? null,
    // The driver would write it in the machine's own zone, part by part.
    at.toISOString()
  ]
}

function present(rows: readonly Moved[]): Moved {
  const [moved] = rows
  if (!moved) throw new Error('A transfer gave no row')
  return moved
}
