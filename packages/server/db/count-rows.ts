import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database, Tx } from './connect.ts'

/** Counts the rows that a query finds on all its pages. The given query has no order and no limit. */
export async function countRows<All, Tables extends keyof All, Row>(
  query: SelectQueryBuilder<All, Tables, Row>
): Promise<number> {
  const { records } = await query
    .clearSelect()
    .select(eb => eb.fn.countAll<bigint>().as('records'))
    .$castTo<{ records: bigint }>()
    .executeTakeFirstOrThrow()
  return Number(records)
}

/**
 * Number of items that await an operator, and the time since when the oldest waits; null if there are none or the time
 * was not recorded.
 */
export type Waiting = { waiting: number; oldest: Date | null }

/**
 * Counts the items that await an operator. `from` is the rest of the SQL query, and `since` an expression for the time
 * since when a row waits.
 */
export async function readWaiting(
  db: Database | Tx,
  since: RawBuilder<unknown>,
  from: RawBuilder<unknown>
): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select count(*)::integer as waiting, min(${since}) as oldest ${from}`.execute(db)
  return rows[0] ?? { waiting: 0, oldest: null }
}
