import type { AdUnitStatisticsDocument } from '@mille/api/statistics/endpoints.ts'
import { type Asset, assets } from '@mille/money/amount.ts'
import type { StatisticsView } from '@mille/stores/statistics/statistics-view.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { StatTile, StatTiles } from '@mille/ui/stat-tile/stat-tile.tsx'
import { TimeChart } from '@mille/ui/time-chart/time-chart.tsx'
import { formatShort } from '../page/format-short.ts'
import { formatCount, formatDay, formatRate } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { Money, useReaderColumns } from '../page/money/money.tsx'
import { MoneyChart } from '../page/money/money-chart.tsx'
import type { MoneyColumn } from '../page/money/shown-money.ts'
import { statisticsMessages as messages } from './messages.ts'
import { ReasonsTable, RejectedTable } from './reasons-table.tsx'

export type StatisticsSectionProps = {
  statistics: StatisticsView
  /** Label of the money figures: `Earned` or `Spent`. */
  moneyLabel: string
  /** Assets that are shown even if their amount is zero. */
  always: readonly Asset[]
  /** Link to the same figures as a report for any days, by site, language or hour. */
  reportHref: string
  /** For an ad unit: the number of ad requests and their results. */
  requests?: Requests
}

type Requests = Pick<
  AdUnitStatisticsDocument['data']['attributes']['total'],
  'requests' | 'filled' | 'unfilled'
>

/**
 * The last thirty days of an ad unit or a campaign, up to today: figures and charts, with money in the reader's
 * currency, and rejected views.
 */
export function StatisticsSection(props: StatisticsSectionProps) {
  const { statistics, moneyLabel, always, requests } = props
  const { total } = statistics
  const columns = useReaderColumns(
    assets.filter(asset => always.includes(asset) || total.money[asset] !== '0')
  )
  const isAnythingCounted = isRequested(requests) || total.served > 0 || total.viewable > 0
  // A unit that only bots request has nothing but rejected requests, which explain why it earns nothing.
  if (!isAnythingCounted && Object.keys(total.rejected).length === 0) return <NoStatistics />

  const money = columns.map(column => (
    <Money
      key={column.unit}
      amount={column.amountOf(total.money)}
      column={column}
      money={total.money}
    />
  ))
  return (
    <div className={layout.stack}>
      <StatTiles>
        <StatTile
          label={messages.billableTile}
          value={formatCount(total.billable)}
          detail={`${formatCount(total.served)} ${messages.served}`}
        />
        {requests && <FillRateTile requests={requests} />}
        <StatTile
          label={messages.clicks}
          value={formatCount(total.clicked)}
          detail={`${formatRate(total.clicked, total.billable)} ${messages.rate}`}
        />
        <StatTile label={moneyLabel} value={money[0]} detail={money[1]} />
      </StatTiles>
      <DaysCard {...props} columns={columns} />
      <ReasonCards rejected={total.rejected} requests={requests} />
    </div>
  )
}

type DaysCardProps = Pick<StatisticsSectionProps, 'statistics' | 'moneyLabel' | 'reportHref'> & {
  columns: readonly MoneyColumn[]
}

/** Charts of the views and of the money of each day. */
function DaysCard({ statistics: { days }, moneyLabel, reportHref, columns }: DaysCardProps) {
  const labels = days.map(day => formatDay(day.at))
  const amounts = days.map(day => day.money)
  return (
    <Card
      title={messages.title}
      description={messages.todayRuns}
      actions={
        <Button size="small" href={reportHref}>
          {messages.report}
        </Button>
      }
    >
      <div className={layout.stack}>
        <TimeChart
          title={messages.views}
          labels={labels}
          series={{
            id: 'billable',
            label: messages.billable,
            values: days.map(day => day.billable)
          }}
          second={{
            id: 'viewable',
            label: messages.viewable,
            values: days.map(day => day.viewable)
          }}
          isLastRunning
          format={value => formatCount(Number(value))}
          formatTick={formatShort}
        />
        {columns.map(column => (
          <MoneyChart
            key={column.unit}
            title={`${moneyLabel}, ${messages.moneyByDay(column.unit)}`}
            labels={labels}
            column={column}
            lines={[{ id: 'money', label: moneyLabel, amounts }]}
          />
        ))}
      </div>
    </Card>
  )
}

/** The reasons why views were not billed, and why requests got no ad. */
function ReasonCards({
  rejected,
  requests
}: {
  rejected: Record<string, number>
  requests: Requests | undefined
}) {
  return (
    <>
      <Card title={messages.rejected} description={messages.rejectedText} isFlush>
        <RejectedTable rejected={rejected} />
      </Card>
      {isRequested(requests) && (
        <Card title={messages.unfilled} description={messages.unfilledText} isFlush>
          <ReasonsTable
            caption={messages.unfilled}
            counts={requests.unfilled}
            empty={messages.noUnfilled}
          />
        </Card>
      )}
    </>
  )
}

function isRequested(requests: Requests | undefined): requests is Requests {
  return (requests?.requests ?? 0) > 0
}

function FillRateTile({ requests: { requests, filled } }: { requests: Requests }) {
  return (
    <StatTile
      label={messages.fillRate}
      value={formatRate(filled ?? 0, requests ?? 0)}
      detail={requests === null ? messages.noRequests : messages.requests(formatCount(requests))}
    />
  )
}

function NoStatistics() {
  return (
    <Card title={messages.title}>
      <EmptyState icon="chart" title={messages.empty}>
        {messages.emptyText}
      </EmptyState>
    </Card>
  )
}
