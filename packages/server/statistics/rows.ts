import { dayMs, hourMs } from '@mille/api/durations.ts'
import type {
  AdUnitStatisticsDocument,
  StatisticsGroup,
  StatisticsRow
} from '@mille/api/statistics/endpoints.ts'
import type { CountedRequests } from '../delivery/index.ts'
import type { CounterRow, GroupRow, MoneyRow, Span } from './queries.ts'

export type Figures = Omit<StatisticsRow, 'at'>

const counted = ['served', 'rendered', 'viewable', 'billable', 'clicked'] as const
const rejectedPrefix = 'rejected_'

/** Returns one row for each hour or day of the span, including those in which nothing happened, and their sum. */
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

type Requests = { since: Date | null; counts: readonly CountedRequests[] }

/** Adds the ad requests to an ad unit's rows. Rows that ended before requests were counted have null. */
export function withRequests(
  { interval, until }: Span,
  { rows, total }: ReturnType<typeof statisticsRows>,
  { since, counts }: Requests
): Pick<AdUnitStatisticsDocument['data']['attributes'], 'rows' | 'total'> {
  const stepMs = interval === 'hour' ? hourMs : dayMs
  const byRow = Map.groupBy(counts, it => it.at.getTime())
  const sumOf = (all: readonly CountedRequests[]) =>
    Number(all.reduce((sum, it) => sum + it.count, 0n))
  const requestsOf = (endMs: number, found: readonly CountedRequests[]) =>
    since === null || endMs <= since.getTime()
      ? { requests: null, filled: null }
      : { requests: sumOf(found), filled: sumOf(found.filter(it => it.outcome === 'filled')) }
  const unfilled = Map.groupBy(
    counts.filter(it => it.outcome !== 'filled'),
    it => it.outcome
  )
  return {
    rows: rows.map(row => {
      const atMs = Date.parse(row.at)
      return { ...row, ...requestsOf(atMs + stepMs, byRow.get(atMs) ?? []) }
    }),
    total: {
      ...total,
      ...requestsOf(until.getTime(), counts),
      unfilled: Object.fromEntries(
        [...unfilled].sort().map(([reason, all]) => [reason, sumOf(all)])
      )
    }
  }
}

/** Sums the counters of each group, in the order of the counters. Without `money`, the groups have no amounts. */
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
  // Counts become JSON numbers, as the API requires; no count exceeds the 9e15 that such a number can hold.
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
