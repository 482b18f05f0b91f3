import type { FinanceHold } from '@mille/api/finances/endpoints.ts'
import { Link } from '@mille/ui/link/link.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { formatMoment } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { assetsIn, ReaderAmount, useReaderColumns } from '../page/money/money.tsx'
import type { MoneyColumn } from '../page/money/shown-money.ts'
import { holdReason, financeMessages as messages } from './messages.ts'

/** A table of the funds on hold, each with its reason, in the reader's currency. */
export function HoldsTable({ holds }: { holds: readonly FinanceHold[] }) {
  const money = useReaderColumns(assetsIn(holds.map(it => ({ asset: it.attributes.currency }))))
  return (
    <Table
      caption={messages.blocked}
      isCaptionHidden
      columns={columnsIn(money)}
      rows={holds}
      rowKey={hold => hold.id}
    />
  )
}

/** Path prefixes of the pages to which holds link. */
const folders: Readonly<Record<string, string>> = {
  campaign: '/campaigns',
  order: '/publication_orders'
}

const columnsIn = (money: MoneyColumn[]) => [
  {
    id: 'source',
    header: messages.holdReason,
    isRowHeader: true,
    render: ({ attributes: { source, reason, is_promotion } }: FinanceHold) => (
      <div>
        {folders[source.type] ? (
          <Link href={`${folders[source.type]}/${source.id}`}>{source.name}</Link>
        ) : (
          source.name
        )}
        <div className={`${layout.soft} ${layout.small}`}>
          {holdReason(reason)}
          {is_promotion && `, ${messages.holdPromotion}`}
        </div>
      </div>
    )
  },
  {
    id: 'until',
    header: messages.holdUntil,
    render: ({ attributes: { until } }: FinanceHold) =>
      until === null ? messages.noEnd : <time dateTime={until}>{formatMoment(until)}</time>
  },
  {
    id: 'amount',
    header: messages.columns.amount,
    align: 'end' as const,
    isAmount: true,
    render: ({ attributes: { amount, currency } }: FinanceHold) => (
      <ReaderAmount units={BigInt(amount)} asset={currency} columns={money} />
    )
  }
]
