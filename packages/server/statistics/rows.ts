import { dayMs, hourMs } from '@mille/api/durations.ts'
import type { StatisticsGroup, StatisticsRow } from '@mille/api/statistics/endpoints.ts'
import type { CounterRow, GroupRow, MoneyRow, Span } from './queries.ts'

export type Figures = Omit<StatisticsRow, 'at'>

const counted = ['served', 'rendered', 'viewable', 'billable', 'clicked'] as const
const rejectedPrefix = 'rejected_'

/** One row for each hour or day of the span, also for those in which nothing happened, and their sum. */
export function statisticsRows(
  span: Span,
  counters: readonly CounterRow[],
  money: readonly MoneyRow[]
): { rows: StatisticsRow[]; total: Figures } {
  const stepMs = span.interval === 'hour' ? hourMs : dayMs
  const rows: StatisticsRow[] = []
  for (let at = span.from.getTime(); at < span.until.getTime(); at += stepMs) {
    const within = (row: { at: Date }) => row.at.getTime() === at
    const figures = sumUp(counters.filter(within), money.filter(within))
    rows.push({ at: new Date(at).toISOString(), ...figures })
  }
  return { rows, total: sumUp(counters, money) }
}

/** In the order of the counters. Without money rows the groups have no money of their own. */
export function statisticsGroups(
  counters: readonly GroupRow[],
  money: readonly (MoneyRow & { id: string })[] | null
): StatisticsGroup[] {
  return [...Map.groupBy(counters, row => row.id)].map(([id, rows]) => {
    const figures = sumUp(rows, money?.filter(row => row.id === id) ?? [])
    return { id, name: rows[0]?.name ?? '', ...figures, money: money ? figures.money : null }
  })
}

function sumUp(
  counters: readonly Pick<CounterRow, 'kind' | 'count'>[],
  money: readonly MoneyRow[]
): Figures {
  const counts = new Map<string, bigint>()
  for (const { kind, count } of counters) counts.set(kind, (counts.get(kind) ?? 0n) + count)
  // The contract's counts are JSON numbers; nothing is shown nine thousand million million times.
  const countOf = (kind: string) => Number(counts.get(kind) ?? 0n)
  const rejected = [...counts.keys()].filter(kind => kind.startsWith(rejectedPrefix)).sort()
  const amountIn = (asset: string) =>
    money.reduce((sum, row) => (row.asset === asset ? sum + row.amount : sum), 0n).toString()
  return {
    ...(Object.fromEntries(counted.map(kind => [kind, countOf(kind)])) as Record<
      (typeof counted)[number],
      number
    >),
    rejected: Object.fromEntries(
      rejected.map(kind => [kind.slice(rejectedPrefix.length), countOf(kind)])
    ),
    money: { BTC: amountIn('BTC'), USD: amountIn('USD') }
  }
}
