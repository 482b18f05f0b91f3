import type { FinanceOperation } from '@mille/api/finances/endpoints.ts'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { formatMoment, formatPeriod } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { financeMessages as messages, operationStates, operationTypes } from './messages.ts'
import { MovedAmount } from './moved-amount.tsx'

type Attributes = FinanceOperation['attributes']

/** A table of the account's movements. */
export function OperationsTable({
  operations,
  isFiltered = false,
  isLoading = false
}: {
  operations: readonly FinanceOperation[]
  isFiltered?: boolean
  isLoading?: boolean
}) {
  return (
    <Table
      caption={messages.operations}
      isCaptionHidden
      columns={columns}
      rows={operations}
      rowKey={operation => operation.id}
      isLoading={isLoading && operations.length === 0}
      empty={
        <EmptyState icon="coin" title={isFiltered ? messages.filters.none : messages.empty}>
          {isFiltered ? messages.filters.noneText : messages.emptyText}
        </EmptyState>
      }
    />
  )
}

const columns = [
  {
    id: 'type',
    header: messages.columns.type,
    isRowHeader: true,
    render: ({ id, attributes }: FinanceOperation) => (
      <Link href={`/finances/operations/${id}`}>{operationTypes[attributes.type]}</Link>
    )
  },
  {
    id: 'source',
    header: messages.columns.source,
    render: ({ attributes }: FinanceOperation) => <Source source={attributes.source} />
  },
  {
    id: 'date',
    header: messages.columns.date,
    render: ({ attributes }: FinanceOperation) => (
      <time dateTime={attributes.date}>{momentOf(attributes)}</time>
    )
  },
  {
    id: 'state',
    header: messages.columns.state,
    render: ({ attributes }: FinanceOperation) => {
      const { label, tone, text } = operationStates[attributes.state]
      return (
        <>
          <Badge tone={tone}>{label}</Badge>
          {text !== undefined && <div className={layout.small}>{text}</div>}
        </>
      )
    }
  },
  {
    id: 'amount',
    header: messages.columns.amount,
    align: 'end' as const,
    isAmount: true,
    render: ({ attributes: { amount, currency } }: FinanceOperation) => (
      <MovedAmount units={BigInt(amount)} asset={currency} />
    )
  }
]

/** Returns when the operation happened, or the settlement period that it covers. */
export function momentOf({ date, period_start: start }: Attributes): string {
  return start === null ? formatMoment(date) : formatPeriod(start, date)
}

const folders = {
  campaign: '/campaigns',
  ad_unit: '/ad-units',
  order: '/publication_orders',
  coupon: '/campaigns'
} as const

export function Source({ source }: { source: Attributes['source'] }) {
  if (source.type === 'account') return source.name
  if (source.type === 'affiliate') return messages.referrals
  return <Link href={`${folders[source.type]}/${source.id}`}>{source.name}</Link>
}
