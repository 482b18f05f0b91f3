import type { PayoutReview } from '@mille/api/payments/endpoints.ts'
import { Address } from '@mille/ui/address/address.tsx'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { financeMessages, withdrawMessages } from '../../finances/messages.ts'
import { payoutMessages as messages } from './payout-messages.ts'

type Unknown = PayoutReview['meta']['unknown'][number]

/** Payouts made since the backup for which no withdrawal exists. */
export function UnknownPayouts({ rows }: { rows: Unknown[] }) {
  return (
    <Card title={messages.unknown} description={messages.unknownText} isFlush>
      <Table
        caption={messages.unknown}
        isCaptionHidden
        columns={columns}
        rows={rows}
        rowKey={it => it.id}
      />
    </Card>
  )
}

const columns = [
  {
    id: 'address',
    header: withdrawMessages.address,
    isRowHeader: true,
    render: (it: Unknown) => <Address value={it.address} isShort />
  },
  {
    id: 'transaction',
    header: withdrawMessages.transaction,
    render: (it: Unknown) => <Address value={it.transaction_id} what="transaction id" isShort />
  },
  {
    id: 'account',
    header: messages.account,
    render: (it: Unknown) =>
      it.user_id === null ? (
        messages.noAccount
      ) : (
        <a href={`/admin/users/${it.user_id}`}>{it.user_id}</a>
      )
  },
  {
    id: 'amount',
    header: financeMessages.columns.amount,
    align: 'end' as const,
    isAmount: true,
    render: (it: Unknown) => (
      <Amount units={BigInt(it.amount)} asset={it.token_code === 'BTC' ? 'BTC' : 'USD'} />
    )
  }
]
