import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database, Tx } from './connect.ts'

/** How many rows a query finds on all its pages: the one to give it has neither order nor limit. */
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

/** How much waits for an operator, and since when the oldest of it does; null where nothing does or that was not recorded. */
export type Waiting = { waiting: number; oldest: Date | null }

/** `from` is the rest of the query: what waits. `since` is a value of each of its rows. */
export async function readWaiting(
  db: Database | Tx,
  since: RawBuilder<unknown>,
  from: RawBuilder<unknown>
): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select count(*)::integer as waiting, min(${since}) as oldest ${from}`.execute(db)
  return rows[0] ?? { waiting: 0, oldest: null }
}
