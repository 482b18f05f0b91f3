import type { Asset } from '@mille/money/amount.ts'
import type { ReportMetric, ReportView } from '@mille/stores/reports/report-view.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { StatTile, StatTiles } from '@mille/ui/stat-tile/stat-tile.tsx'
import { formatCount, formatMoney, formatRate } from '../page/formats.ts'
import { reportMessages as messages } from './messages.ts'
import {
  changeOf,
  type Figures,
  formatKnown,
  formatMetric,
  metricOf,
  pricePerThousand
} from './report-words.ts'

export type ReportTilesProps = {
  side: ReportView['side']
  total: Figures
  /** Of the period before, where it is compared. */
  before: Figures | null
  /** Assets that there is money of. */
  shown: readonly Asset[]
}

/** The sums of the range, and how they changed. */
export function ReportTiles({ side, total, before, shown }: ReportTilesProps) {
  const compared = (metric: ReportMetric, usual: string) =>
    before ? comparison(total, before, metric) : usual
  const isCounted = total.served !== null
  return (
    <StatTiles>
      {side !== 'advertiser' && (
        <StatTile
          label={messages.metrics.fill_rate}
          value={formatRate(total.filled ?? 0, total.requests ?? 0)}
          detail={isCounted ? compared('fill_rate', requestsText(total)) : messages.notByPlace}
        />
      )}
      <StatTile
        label={messages.metrics.billable}
        value={formatCount(total.billable)}
        detail={compared(
          'billable',
          isCounted ? `${formatKnown(total.served)} ${messages.served}` : ''
        )}
      />
      <StatTile
        label={messages.metrics.viewable}
        value={formatCount(total.viewable)}
        detail={compared(
          'viewable',
          isCounted
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
        shown.map(asset => (
          <StatTile
            key={asset}
            label={side === 'publisher' ? messages.earned : messages.spent}
            value={<Amount units={BigInt(total.money?.[asset] ?? 0)} asset={asset} />}
            // Views that were paid in the other currency are not known apart: a price of all would be too low.
            detail={compared(asset, shown.length > 1 ? '' : priceText(total, asset))}
          />
        ))}
    </StatTiles>
  )
}

function comparison(total: Figures, before: Figures, metric: ReportMetric): string {
  const earlier = metricOf(before, metric)
  const change = changeOf(metricOf(total, metric), earlier)
  const value = formatMetric(earlier, metric)
  return change === null ? messages.before(value) : messages.change(change, value)
}

function requestsText({ requests }: Figures): string {
  return requests === null ? messages.notCounted : messages.ofRequests(formatCount(requests))
}

function priceText(total: Figures, asset: Asset): string {
  const price = pricePerThousand(total, asset)
  return price === null ? '' : `${formatMoney(price, asset)} / 1,000`
}
