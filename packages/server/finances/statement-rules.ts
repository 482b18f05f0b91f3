import { type StatementKind, statementKinds } from '@mille/api/constants.ts'
import type { Asset } from '@mille/money/amount.ts'
import type { StatementLine } from './statement-queries.ts'

/**
 * Returns the number of a statement. It follows from what the statement is about, so it is never stored, and the same
 * statement has the same number whenever it is read.
 */
export function statementNumber(userId: number, month: string, asset: Asset): string {
  return `${userId}-${month}-${asset}`
}

/** The first moment of a month in UTC, and the first moment after it. */
export function boundsOf(month: string): { from: Date; end: Date } {
  const from = new Date(`${month}-01T00:00:00Z`)
  const end = new Date(from)
  end.setUTCMonth(end.getUTCMonth() + 1)
  return { from, end }
}

/** Progress of settlement: null while nothing was ever shown, so that nothing is left to settle. */
export type Progress = { settledUntil: Date } | { firstUse: Date } | null

/** Whether the month is running, still waits for settlement periods that began in it, or is final. */
export function statementState(
  month: string,
  now: Date,
  progress: Progress
): 'running' | 'settling' | 'final' {
  const { end } = boundsOf(month)
  if (now < end) return 'running'
  if (progress === null) return 'final'
  const settled = 'settledUntil' in progress ? progress.settledUntil : progress.firstUse
  return settled < end ? 'settling' : 'final'
}

/** Sums the lines by kind, in the order in which a statement shows the kinds. */
export function sumsOf(
  lines: readonly StatementLine[]
): { kind: StatementKind; records: bigint; amount: bigint }[] {
  return statementKinds.flatMap(kind => {
    const own = lines.filter(it => it.kind === kind)
    if (own.length === 0) return []
    return {
      kind,
      records: own.reduce((sum, it) => sum + it.records, 0n),
      amount: own.reduce((sum, it) => sum + it.amount, 0n)
    }
  })
}
