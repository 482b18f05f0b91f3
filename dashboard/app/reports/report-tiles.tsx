import type { ReportMetric, ReportView } from '@mille/stores/reports/report-view.ts'
import { StatTile, StatTiles } from '@mille/ui/stat-tile/stat-tile.tsx'
import { formatCount, formatRate } from '../page/formats.ts'
import { Money } from '../page/money/money.tsx'
import { type MoneyColumn, pricePerThousand, shownText } from '../page/money/shown-money.ts'
import { reportMessages as messages } from './messages.ts'
import { changeOf, type Figures, formatKnown, formatMetric, metricOf } from './report-words.ts'

export type ReportTilesProps = {
  side: ReportView['side']
  total: Figures
  /** The sums of the previous period, if it is compared. */
  before: Figures | null
  columns: readonly MoneyColumn[]
}

/** Tiles with the sums of the period and their change. */
export function ReportTiles({ side, total, before, columns }: ReportTilesProps) {
  const compared = (metric: ReportMetric, usual: string) =>
    before ? comparison({ total, before, metric, columns }) : usual
  // By creative, served ads are counted but neither requests nor drawn ads.
  const isRendered = total.rendered !== null
  return (
    <StatTiles>
      {side !== 'advertiser' && (
        <StatTile
          label={messages.metrics.fill_rate}
          value={formatRate(total.filled ?? 0, total.requests ?? 0)}
          detail={isRendered ? compared('fill_rate', requestsText(total)) : messages.notByPlace}
        />
      )}
      <StatTile
        label={messages.metrics.billable}
        value={formatCount(total.billable)}
        detail={compared(
          'billable',
          total.served === null ? '' : `${formatKnown(total.served)} ${messages.served}`
        )}
      />
      <StatTile
        label={messages.metrics.viewable}
        value={formatCount(total.viewable)}
        detail={compared(
          'viewable',
          isRendered
            ? `${formatRate(total.viewable, total.rendered ?? 0)} ${messages.viewableOf}`
            : ''
        )}
      />
      <StatTile
        label={messages.metrics.clicked}
        value={formatCount(total.clicked)}
        detail={compared(
          'clicked',
          `${formatRate(total.clicked, total.billable)} ${messages.clicksOf}`
        )}
      />
      {total.money &&
        columns.map(column => (
          <StatTile
            key={column.asset}
            label={side === 'publisher' ? messages.earned : messages.spent}
            value={moneyOf(total, column)}
            // With two currencies no price is shown: the views paid in each currency are not known, so a price over all
            // views would be too low.
            detail={compared(column.asset, columns.length > 1 ? '' : priceText(total, column))}
          />
        ))}
    </StatTiles>
  )
}

function moneyOf({ money }: Figures, column: MoneyColumn) {
  return money && <Money amount={column.amountOf(money)} column={column} money={money} />
}

function comparison({
  total,
  before,
  metric,
  columns
}: Pick<ReportTilesProps, 'total' | 'columns'> & { before: Figures; metric: ReportMetric }) {
  const earlier = metricOf(before, metric, columns)
  const change = changeOf(metricOf(total, metric, columns), earlier)
  const value = formatMetric(earlier, metric, columns, before)
  return change === null ? messages.before(value) : messages.change(change, value)
}

function requestsText({ requests }: Figures): string {
  return requests === null ? messages.notCounted : messages.ofRequests(formatCount(requests))
}

function priceText(total: Figures, column: MoneyColumn): string {
  const price = pricePerThousand(total, column)
  return price === null ? '' : `${shownText(price, column)} / 1,000`
}
