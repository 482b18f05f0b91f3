import type { FinanceStat } from '@mille/api/finances/endpoints.ts'
import { type Asset, assets } from '@mille/money/amount.ts'
import { operationTypes as types } from '@mille/stores/finances/history-filter.ts'
import { BarChart } from '@mille/ui/bar-chart/bar-chart.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { formatDay, formatMoney } from '../page/formats.ts'
import styles from './finances.module.css'
import { financeMessages as messages, operationTypes } from './messages.ts'

/** Charts of the four daily sums. A currency without movements has no chart. */
export function FinancesChart({
  stats,
  days
}: {
  stats: readonly FinanceStat[]
  days: readonly string[]
}) {
  const moved = assets.filter(asset => stats.some(it => it.attributes.currency === asset))
  if (moved.length === 0)
    return (
      <Card>
        <EmptyState icon="coin" title={messages.quiet}>
          {messages.quietText}
        </EmptyState>
      </Card>
    )
  return (
    <div className={styles.balances}>
      {moved.map(asset => (
        <Card key={asset}>
          <BarChart
            title={`${messages.statistics}, ${asset}`}
            labels={days.map(formatDay)}
            series={seriesOf(stats, days, asset)}
            format={value => formatMoney(BigInt(value), asset)}
          />
        </Card>
      ))}
    </div>
  )
}

function seriesOf(stats: readonly FinanceStat[], days: readonly string[], asset: Asset) {
  const byDay = new Map(
    stats
      .filter(it => it.attributes.currency === asset)
      .map(it => [it.attributes.date, it.attributes])
  )
  return types.map(type => ({
    id: type,
    label: operationTypes[type],
    values: days.map(day => BigInt(byDay.get(day)?.[type] ?? '0'))
  }))
}
