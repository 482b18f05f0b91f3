import type { FinanceOperation, HistoryDay } from '@mille/api/finances/endpoints.ts'
import type { Asset } from '@mille/money/amount.ts'
import { dayOf } from '../shared/days.ts'

export type DaySum = { asset: Asset; in: bigint; out: bigint }

/** Part of a day in the history: either its settlement periods or all other operations. */
export type DayPart = {
  /** The operations that are loaded. */
  operations: FinanceOperation[]
  /** Number of all operations of this part, loaded or not. */
  records: number
  sums: DaySum[]
}

export type DayOfHistory = {
  /** The day in UTC, such as 2026-03-02. */
  date: string
  sums: DaySum[]
  others: DayPart
  periods: DayPart
}

/**
 * Groups the loaded operations, in order, by the day on which their settlement period began. Sums and counts come from
 * the server, so they are right even for a day that is only partly loaded.
 */
export function historyDays(
  operations: readonly FinanceOperation[],
  known: readonly HistoryDay[]
): DayOfHistory[] {
  const byDay = Map.groupBy(operations, dayOfOperation)
  return Array.from(byDay, ([date, loaded]) => {
    const rows = known.filter(it => it.date === date)
    const part = (isPeriods: boolean): DayPart => {
      const own = rows.filter(it => it.is_settlement_periods === isPeriods)
      return {
        operations: loaded.filter(it => (it.attributes.period_start !== null) === isPeriods),
        records: own.reduce((sum, it) => sum + it.records, 0),
        sums: sumsOf(own)
      }
    }
    return { date, sums: sumsOf(rows), others: part(false), periods: part(true) }
  })
}

function dayOfOperation({ attributes }: FinanceOperation): string {
  return dayOf(Date.parse(attributes.period_start ?? attributes.date))
}

function sumsOf(rows: readonly HistoryDay[]): DaySum[] {
  return Array.from(
    Map.groupBy(rows, it => it.currency),
    ([asset, own]) => ({
      asset,
      in: own.reduce((sum, it) => sum + BigInt(it.in), 0n),
      out: own.reduce((sum, it) => sum + BigInt(it.out), 0n)
    })
  )
}
