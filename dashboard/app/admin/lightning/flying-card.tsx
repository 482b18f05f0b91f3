import type { LightningNode } from '@mille/api/payments/endpoints.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { formatCount } from '../../page/formats.ts'
import { ageText } from '../age-text.ts'
import { lightningPageMessages as messages } from './lightning-page-messages.ts'

type Node = LightningNode['data']['attributes']
type Payment = Node['payments'][number]

/** The payments that are neither paid nor returned yet, the oldest first. */
export function FlyingCard({ node }: { node: Node }) {
  const { payments, payment_count: count, read_at: readAt } = node
  const isCut = count > payments.length
  return (
    <Card
      title={messages.flying}
      {...(isCut && {
        description: messages.moreFlying(formatCount(payments.length), formatCount(count))
      })}
      isFlush
    >
      <Table
        caption={messages.flying}
        isCaptionHidden
        columns={[...columns, ageColumn(Date.parse(readAt))]}
        rows={payments}
        rowKey={it => it.payment_hash}
        empty={
          <EmptyState icon="coin" title={messages.noFlying}>
            {messages.noFlyingText}
          </EmptyState>
        }
      />
    </Card>
  )
}

const amountColumn = (id: string, header: string, read: (it: Payment) => string) => ({
  id,
  header,
  align: 'end' as const,
  isAmount: true,
  render: (payment: Payment) => <Amount units={BigInt(read(payment))} asset="BTC" />
})

const columns = [
  {
    id: 'withdrawal',
    header: messages.columns.withdrawal,
    isRowHeader: true,
    render: ({ withdrawal_id: id }: Payment) =>
      id === null ? messages.noWithdrawal : messages.withdrawalNumber(id)
  },
  {
    id: 'account',
    header: messages.columns.account,
    render: ({ user_id: id }: Payment) =>
      id === null ? (
        messages.network
      ) : (
        <Link href={`/admin/users/${id}`}>{messages.accountNumber(id)}</Link>
      )
  },
  amountColumn('amount', messages.columns.amount, it => it.amount),
  amountColumn('fee', messages.columns.fee, it => it.maximum_fee)
]

const ageColumn = (now: number) => ({
  id: 'age',
  header: messages.columns.age,
  render: ({ created_at: created }: Payment) => (
    <time dateTime={created}>{ageText(now - Date.parse(created))}</time>
  )
})
