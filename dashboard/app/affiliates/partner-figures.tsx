import type { AffiliateDay, AffiliateReport } from '@mille/api/affiliates/endpoints.ts'
import {
  isQuiet,
  type PartnerMetric,
  type PartnerView
} from '@mille/stores/affiliates/partner-report.ts'
import { dayOf } from '@mille/stores/shared/days.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { StatTile, StatTiles } from '@mille/ui/stat-tile/stat-tile.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import type { ChartValue } from '@mille/ui/time-chart/chart-frame.tsx'
import { TimeChart } from '@mille/ui/time-chart/time-chart.tsx'
import { type ReactNode, useState } from 'react'
import { formatCount, formatDate, formatDay, formatRate } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { Money, useReaderColumns } from '../page/money/money.tsx'
import { columnOf, type MoneyColumn, shownText, tickText } from '../page/money/shown-money.ts'
import { formatKnown } from '../reports/report-words.ts'
import { partnerReportMessages as messages } from './report-messages.ts'

type Totals = AffiliateReport['meta']['totals']
type PartnerFiguresProps = { view: PartnerView; report: AffiliateReport; nowMs: number }

/** Number of days in the table before all are asked for. */
const firstDays = 14

/** The sums of a partner's report, a chart of one figure, and a table of all days, newest first. */
export function PartnerFigures({ view, report, nowMs }: PartnerFiguresProps) {
  const { totals } = report.meta
  const earned = (['BTC', 'USD'] as const).filter(it => totals.earnings[it] !== '0')
  const columns = useReaderColumns(earned.length > 0 ? earned : ['BTC'])
  return (
    <>
      <Tiles totals={totals} columns={columns} />
      <Card>
        {isQuiet(totals) ? (
          <EmptyState
            icon="chart"
            title={messages.empty}
            action={<Button href="/crypto-affiliate-program/">{messages.link}</Button>}
          >
            {messages.emptyText}
          </EmptyState>
        ) : (
          <PartnerChart {...{ view, nowMs, columns }} days={report.data} />
        )}
        <p className={`${layout.soft} ${layout.small}`}>{messages.notes}</p>
      </Card>
      {!isQuiet(totals) && <DaysTable report={report} columns={columns} />}
    </>
  )
}

function Tiles({ totals, columns }: { totals: Totals; columns: readonly MoneyColumn[] }) {
  const { clicks, sign_ups, paying_accounts, earnings } = totals
  return (
    <StatTiles>
      <StatTile
        label={messages.metrics.clicks}
        value={formatKnown(clicks)}
        detail={clicks === null ? messages.notCounted : ''}
      />
      <StatTile
        label={messages.metrics.sign_ups}
        value={formatCount(sign_ups)}
        detail={clicks ? `${formatRate(sign_ups, clicks)} ${messages.ofClicks}` : ''}
      />
      <StatTile
        label={messages.metrics.paying_accounts}
        value={formatCount(paying_accounts)}
        detail={sign_ups ? `${formatRate(paying_accounts, sign_ups)} ${messages.ofSignUps}` : ''}
      />
      {columns.map(column => (
        <StatTile
          key={column.asset}
          label={messages.earnedTile}
          value={<Money amount={column.amountOf(earnings)} column={column} money={earnings} />}
          detail=""
        />
      ))}
    </StatTiles>
  )
}

type PartnerChartProps = {
  view: PartnerView
  days: readonly AffiliateDay[]
  nowMs: number
  columns: readonly MoneyColumn[]
}

function PartnerChart({ view, days, nowMs, columns }: PartnerChartProps) {
  const { metric } = view
  // Days before clicks were counted would look like days without any.
  const known = days.filter(it => metric !== 'clicks' || it.attributes.clicks !== null)
  const isMoney = metric === 'BTC' || metric === 'USD'
  const column = columnOf(columns, isMoney ? metric : 'BTC')
  const label = isMoney ? messages.earned(column.unit) : messages.metrics[metric]
  const isConverted = known.some(it => column.amountOf(it.attributes.earnings).isConverted)
  return (
    <TimeChart
      title={messages.chart(label)}
      labels={known.map(it => formatDay(it.attributes.date))}
      series={{ id: metric, label, values: known.map(it => figureOf(it, metric, column)) }}
      isLastRunning={view.to === dayOf(nowMs)}
      format={value =>
        isMoney
          ? shownText({ units: BigInt(value), isConverted }, column)
          : formatCount(Number(value))
      }
      formatTick={value => (isMoney ? tickText(value, column) : formatCount(value))}
    />
  )
}

function figureOf(
  { attributes }: AffiliateDay,
  metric: PartnerMetric,
  column: MoneyColumn
): ChartValue {
  if (metric === 'BTC' || metric === 'USD') return column.amountOf(attributes.earnings).units
  return attributes[metric] ?? 0
}

type DaysTableProps = { report: AffiliateReport; columns: readonly MoneyColumn[] }

function DaysTable({ report, columns }: DaysTableProps) {
  const [isAll, setIsAll] = useState(false)
  const { totals } = report.meta
  const days = [...report.data].reverse()
  const rows = isAll ? days : days.slice(0, firstDays)
  return (
    <Card>
      <div className={layout.stack}>
        <Table
          caption={messages.table}
          columns={tableColumns(columns)}
          rows={rows}
          rowKey={day => day.id}
          footer={{ day: messages.total, ...cellsOf(totals, columns) }}
        />
        {rows.length < days.length && (
          <div>
            <Button onClick={() => setIsAll(true)}>{messages.allDays(days.length)}</Button>
          </div>
        )}
      </div>
    </Card>
  )
}

function tableColumns(money: readonly MoneyColumn[]) {
  const counts = ['clicks', 'sign_ups', 'paying_accounts'] as const
  const amounts = money.map(column => ({
    ...{ id: column.asset as string, header: messages.earned(column.unit) },
    isAmount: true
  }))
  return [
    {
      id: 'day',
      header: messages.day,
      isRowHeader: true,
      render: ({ attributes: { date } }: AffiliateDay) => (
        <time dateTime={date}>{formatDate(date)}</time>
      )
    },
    ...[...counts.map(id => ({ id: id as string, header: messages.metrics[id] })), ...amounts].map(
      column => ({
        ...column,
        align: 'end' as const,
        render: ({ attributes }: AffiliateDay) => cellsOf(attributes, money)[column.id]
      })
    )
  ]
}

/** Returns what the columns of the table show of a day, or of all days together. */
function cellsOf(of: Totals, columns: readonly MoneyColumn[]): Record<string, ReactNode> {
  const { earnings } = of
  return {
    clicks: formatKnown(of.clicks),
    sign_ups: formatCount(of.sign_ups),
    paying_accounts: formatCount(of.paying_accounts),
    ...Object.fromEntries(
      columns.map(column => [
        column.asset,
        <Money
          key={column.asset}
          amount={column.amountOf(earnings)}
          column={column}
          money={earnings}
        />
      ])
    )
  }
}
