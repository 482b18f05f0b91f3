import { type RawBuilder, sql } from 'kysely'
import { atOneMoment } from '../db/at-one-moment.ts'
import type { Database, Tx } from '../db/connect.ts'

/** A query that gives a row, with a column `problem` in words, for each thing that is not as it must be. */
export type Check = RawBuilder<unknown>
/** The problem is the first that was found, in words. */
export type Verdict = { ok: true } | { ok: false; problem: string }

/** Runs the checks in their order up to the first that finds something. */
export async function firstProblem(tx: Tx, checks: readonly Check[]): Promise<string | null> {
  for (const check of checks) {
    const { rows } = await sql<{ problem: string }>`${check} limit 1`.execute(tx)
    if (rows[0]) return rows[0].problem
  }
  return null
}

/** Runs the checks on the books as they are at one moment. */
export function verdictOf(db: Database, checks: readonly Check[]): Promise<Verdict> {
  return atOneMoment(db, async tx => {
    const problem = await firstProblem(tx, checks)
    return problem === null ? { ok: true } : { ok: false, problem }
  })
}
