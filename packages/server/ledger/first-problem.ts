import { type RawBuilder, sql } from 'kysely'
import { atOneMoment } from '../db/at-one-moment.ts'
import type { Database, Tx } from '../db/connect.ts'

/** A query that returns a row for each error, with a description in the column `problem`. */
export type Check = RawBuilder<unknown>
/** The result of checks. `problem` describes the first error that was found. */
export type Verdict = { ok: true } | { ok: false; problem: string }

/** Runs the checks in order, up to the first that finds an error, and returns its description or null. */
export async function firstProblem(tx: Tx, checks: readonly Check[]): Promise<string | null> {
  for (const check of checks) {
    const { rows } = await sql<{ problem: string }>`${check} limit 1`.execute(tx)
    if (rows[0]) return rows[0].problem
  }
  return null
}

/** Runs the checks on one snapshot of the database. */
export function verdictOf(db: Database, checks: readonly Check[]): Promise<Verdict> {
  return atOneMoment(db, async tx => {
    const problem = await firstProblem(tx, checks)
    return problem === null ? { ok: true } : { ok: false, problem }
  })
}
