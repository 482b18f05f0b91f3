import type { Overview } from '@mille/api/statistics/endpoints.ts'
import { assets } from '@mille/money/amount.ts'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { TimeChart } from '@mille/ui/time-chart/time-chart.tsx'
import { formatShort } from '../page/format-short.ts'
import { formatCount, formatDay } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { useReaderColumns } from '../page/money/money.tsx'
import { MoneyChart } from '../page/money/money-chart.tsx'
import { overviewMessages as messages } from './messages.ts'

type Days = Overview['data']['attributes']['days']

const sides = ['campaigns', 'ad_units'] as const
type Side = (typeof sides)[number]

/**
 * The last days of an account, up to today: its billable views, and its money in the reader's currency. An account that
 * only advertises or only publishes has one line in each chart.
 */
export function MonthCard({ days }: { days: Days }) {
  const spentOrEarned = assets.filter(asset =>
    days.some(day => sides.some(side => day[side].money[asset] !== '0'))
  )
  const columns = useReaderColumns(spentOrEarned)
  const labels = days.map(day => formatDay(day.at))
  const [first, second] = linesOf(side => days.some(day => day[side].billable > 0))
  if (!first && spentOrEarned.length === 0)
    return (
      <Card title={messages.month}>
        <EmptyState icon="chart" title={messages.empty}>
          {messages.emptyText}
        </EmptyState>
      </Card>
    )

  const viewsOf = (side: Side) => ({
    id: side,
    label: messages.viewsOf[side],
    values: days.map(day => day[side].billable)
  })
  return (
    <Card title={messages.month} description={messages.todayRuns}>
      <div className={layout.stack}>
        {first && (
          <TimeChart
            title={messages.views}
            labels={labels}
            series={viewsOf(first)}
            second={second && viewsOf(second)}
            isLastRunning
            format={value => formatCount(Number(value))}
            formatTick={formatShort}
          />
        )}
        {columns.map(column => {
          const isIn = ({ money }: Days[number][Side]) => column.amountOf(money).units !== 0n
          const [one, other] = linesOf(side => days.some(day => isIn(day[side])))
          if (!one) return null
          const lineOf = (side: Side) => ({
            id: side,
            label: messages.moneyOf[side],
            amounts: days.map(day => day[side].money)
          })
          return (
            <MoneyChart
              key={column.unit}
              title={messages.money(column.unit)}
              labels={labels}
              column={column}
              lines={other ? [lineOf(one), lineOf(other)] : [lineOf(one)]}
            />
          )
        })}
      </div>
    </Card>
  )
}

const linesOf = (isDrawn: (side: Side) => boolean) => sides.filter(isDrawn)
