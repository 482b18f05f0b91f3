import { sql } from 'kysely'
import type pg from 'pg'
import type { Tx } from '../db/connect.ts'
import { hashRequest, type NewTransfer, type TransferFailure } from './plan.ts'

/** The transfer's id, or the reason why nothing was written. */
export type Moved = bigint | TransferFailure['code']

type Answer = { moved: string }

/** Moves money with a single call to the database, since most transfers are not part of a batch. */
export async function moveOne(tx: Tx, request: NewTransfer): Promise<Moved> {
  const values = valuesOf(request).map(value => sql`${value}`)
  const { rows } = await sql<Answer>`select move_money(${sql.join(values)}) as moved`.execute(tx)
  return readAnswer(rows)
}

/**
 * Does the same as `moveOne` in a transaction of its own, with a statement that is planned once for each connection.
 */
export async function moveOneNow(pool: pg.Pool, request: NewTransfer): Promise<Moved> {
  const { rows } = await pool.query<Answer>({ ...statement, values: valuesOf(request) })
  return readAnswer(rows)
}

const statement = {
  name: 'move_money',
  text: 'select move_money($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) as moved'
}

function valuesOf(request: NewTransfer): unknown[] {
  const { key, kind, amount, from, to, reason, subject, at } = request
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
    reason ?? null,
    // ISO format is needed because the driver would write the `Date` part by part, in the machine's own time zone.
    at.toISOString(),
    subject?.type ?? null,
    subject?.id ?? null
  ]
}

function readAnswer([answer]: readonly Answer[]): Moved {
  if (!answer) throw new Error('A transfer gave no row')
  const { moved } = answer
  if (moved === 'insufficient_funds' || moved === 'idempotency_key_reused') return moved
  return BigInt(moved)
}
