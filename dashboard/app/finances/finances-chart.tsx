import type { FinanceStat } from '@mille/api/finances/endpoints.ts'
import { operationTypes as types } from '@mille/stores/finances/history-filter.ts'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import { useState } from 'react'
import { formatDay } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { assetsIn, useReaderColumns } from '../page/money/money.tsx'
import { MoneyChart } from '../page/money/money-chart.tsx'
import { type MoneyColumn, sumOf } from '../page/money/shown-money.ts'
import styles from './finances.module.css'
import { financeMessages as messages, operationTypes } from './messages.ts'

type FinancesChartProps = {
  stats: readonly FinanceStat[]
  /** The last day is today, which is not over. */
  days: readonly string[]
}

/**
 * Charts of the daily sums in the reader's currency, or one for each currency that was moved if the reader chose none.
 */
export function FinancesChart({ stats, days }: FinancesChartProps) {
  const moved = assetsIn(stats.map(it => ({ asset: it.attributes.currency })))
  const columns = useReaderColumns(moved)
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
      {columns.map(column => (
        <Card
          key={column.unit}
          title={`${messages.statistics}, ${column.unit}`}
          description={messages.todayRuns}
        >
          <MovementsChart {...{ column, days }} stats={statsOf(stats, column)} />
        </Card>
      ))}
    </div>
  )
}

/** A chart of one type of movement, because a deposit can be so large that days of spending beside it look like zero. */
function MovementsChart({ stats, days, column }: FinancesChartProps & { column: MoneyColumn }) {
  const moved = types.filter(type => stats.some(it => it.attributes[type] !== '0'))
  const [chosen, setChosen] = useState<(typeof types)[number]>()
  const type = moved.find(it => it === chosen) ?? moved[0] ?? types[0]
  const amounts = days.map(day =>
    sumOf(
      stats
        .filter(it => it.attributes.date === day)
        .map(({ attributes }) => ({ asset: attributes.currency, units: attributes[type] }))
    )
  )
  return (
    <div className={layout.stack}>
      {moved.length > 1 && (
        <Select
          label={messages.shown}
          options={moved.map(value => ({ value, label: operationTypes[value] }))}
          value={type}
          onChange={setChosen}
        />
      )}
      <MoneyChart
        title={messages.byDay(operationTypes[type])}
        labels={days.map(formatDay)}
        column={column}
        lines={[{ id: type, label: operationTypes[type], amounts }]}
      />
    </div>
  )
}

/** Returns the sums that a column shows: those of its own asset, or all if it shows both together. */
function statsOf(stats: readonly FinanceStat[], { isOne, asset }: MoneyColumn) {
  return isOne ? stats : stats.filter(it => it.attributes.currency === asset)
}
