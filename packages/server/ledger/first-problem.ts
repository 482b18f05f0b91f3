import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/connect.ts'

/** A query that gives a row, with a column `problem` in words, for each thing that is not as it must be. */
export type Check = RawBuilder<unknown>

/** Runs the checks in their order up to the first that finds something. */
export async function firstProblem(tx: Tx, checks: readonly Check[]): Promise<string | null> {
  for (const check of checks) {
    const { rows } = await sql<{ problem: string }>`${check} limit 1`.execute(tx)
    if (rows[0]) return rows[0].problem
  }
  return null
}
