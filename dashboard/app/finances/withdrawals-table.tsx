import type { Withdrawal } from '@mille/api/payments/endpoints.ts'
import { Address } from '@mille/ui/address/address.tsx'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { formatMoment } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { assetsIn, useReaderColumns } from '../page/money/money.tsx'
import type { MoneyColumn } from '../page/money/shown-money.ts'
import { LightningEnd } from './lightning-end.tsx'
import { depositMessages, financeMessages, withdrawMessages as messages } from './messages.ts'
import { MovedAmount } from './moved-amount.tsx'
import { Recipient, stateText } from './withdrawn-by-lightning.tsx'

export type WithdrawalsTableProps = {
  withdrawals: readonly Withdrawal[]
  onCancel: (id: string) => void
}

/** The withdrawals of an account, each with its progress, in the reader's currency. */
export function WithdrawalsTable({ withdrawals, onCancel }: WithdrawalsTableProps) {
  const money = useReaderColumns(
    assetsIn(withdrawals.map(it => ({ asset: it.attributes.currency })))
  )
  return (
    <Table
      caption={messages.list}
      isCaptionHidden
      columns={[...columnsIn(money), cancelColumn(onCancel)]}
      rows={withdrawals}
      rowKey={it => it.id}
      empty={
        <EmptyState icon="coin" title={messages.empty}>
          {messages.emptyText}
        </EmptyState>
      }
    />
  )
}

const tones = {
  requested: 'info',
  approved: 'info',
  signed: 'info',
  sent: 'info',
  confirmed: 'positive',
  cancelled: 'neutral',
  failed: 'warning'
} as const

const columnsIn = (money: MoneyColumn[]) => [
  {
    id: 'address',
    header: messages.address,
    isRowHeader: true,
    render: ({ attributes }: Withdrawal) => <Recipient {...attributes} />
  },
  {
    id: 'date',
    header: financeMessages.columns.date,
    render: ({ attributes }: Withdrawal) => (
      <time dateTime={attributes.created_at}>{formatMoment(attributes.created_at)}</time>
    )
  },
  {
    id: 'state',
    header: financeMessages.columns.state,
    render: (withdrawal: Withdrawal) => <State withdrawal={withdrawal} />
  },
  {
    id: 'amount',
    header: financeMessages.columns.amount,
    align: 'end' as const,
    isAmount: true,
    render: ({ attributes: { amount, currency } }: Withdrawal) => (
      <MovedAmount units={-BigInt(amount)} asset={currency} columns={money} />
    )
  }
]

function State({ withdrawal: { attributes } }: { withdrawal: Withdrawal }) {
  const { state, transaction_id: id, confirmations, reason, lightning } = attributes
  const isOpen = state === 'requested' || state === 'approved'
  const needed = attributes.required_confirmations
  return (
    <div className={layout.tight}>
      <span>
        <Badge tone={tones[state]}>{stateText(attributes)}</Badge>
      </span>
      <span className={`${layout.soft} ${layout.small}`}>
        {isOpen && whatFor(attributes)}
        {state === 'sent' && !lightning && depositMessages.confirmations(confirmations, needed)}
        {state === 'failed' && reason}
      </span>
      <LightningEnd attributes={attributes} />
      {id !== null && <Address value={id} what="transaction id" isShort />}
    </div>
  )
}

/** Returns what a withdrawal waits for. */
function whatFor(withdrawal: Withdrawal['attributes']): string {
  const { state, needs_approval: isLarge, not_before: until, waits_for: waitsFor } = withdrawal
  if (state === 'requested' && isLarge) return messages.waitsForApproval
  if (waitsFor !== null) return messages.waits[waitsFor]
  return until === null ? '' : `${messages.until} ${formatMoment(until)}`
}

const cancelColumn = (onCancel: (id: string) => void) => ({
  id: 'cancel',
  header: messages.cancel,
  isHeaderHidden: true,
  align: 'end' as const,
  render: ({ id, attributes: { state } }: Withdrawal) =>
    state === 'requested' || state === 'approved' ? (
      <Button size="small" onClick={() => onCancel(id)}>
        {messages.cancel}
      </Button>
    ) : null
})
