import type { QueuedDeposit } from '@mille/api/payments/endpoints.ts'
import { Address } from '@mille/ui/address/address.tsx'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { financeMessages, withdrawMessages } from '../../finances/messages.ts'
import layout from '../../page/layout.module.css'
import { payoutMessages as messages } from './payout-messages.ts'

type Proposal = NonNullable<QueuedDeposit['attributes']['proposal']>

export type QueuedDepositsProps = {
  rows: QueuedDeposit[]
  onAssign: (it: QueuedDeposit) => void
  /** Confirms the assignment that another operator has proposed. */
  onApprove: (id: string, proposal: Proposal) => void
  onPutAway: (it: QueuedDeposit) => void
}

/** Unassigned deposits. An operator assigns each one to an account or dismisses it. */
export function QueuedDeposits({ rows, ...decisions }: QueuedDepositsProps) {
  return (
    <Card title={messages.queued} description={messages.queuedText} isFlush>
      <Table
        caption={messages.queued}
        isCaptionHidden
        columns={[...columns, decisionColumn(decisions)]}
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
    render: ({ attributes }: QueuedDeposit) => (
      <div>
        <Address value={attributes.address} isShort />
        <div className={`${layout.soft} ${layout.small}`}>{messages.why[attributes.why]}</div>
        {attributes.proposal && (
          <div className={layout.small}>
            {messages.proposed(
              attributes.proposal.by_name ?? attributes.proposal.by,
              attributes.proposal.user_id,
              attributes.proposal.worth
            )}
          </div>
        )}
      </div>
    )
  },
  {
    id: 'transaction',
    header: withdrawMessages.transaction,
    render: ({ attributes }: QueuedDeposit) => (
      <Address value={attributes.transaction_id} what="transaction id" isShort />
    )
  },
  {
    id: 'confirmations',
    header: messages.confirmations,
    align: 'end' as const,
    render: ({ attributes }: QueuedDeposit) => attributes.confirmations
  },
  {
    id: 'amount',
    header: financeMessages.columns.amount,
    align: 'end' as const,
    isAmount: true,
    render: ({ attributes: { amount, token_code: code } }: QueuedDeposit) =>
      code === 'ETH' ? (
        `${Number(amount) / 1e8} ${code}`
      ) : (
        <Amount units={BigInt(amount)} asset={code === 'BTC' ? 'BTC' : 'USD'} />
      )
  }
]

const decisionColumn = ({ onAssign, onApprove, onPutAway }: Omit<QueuedDepositsProps, 'rows'>) => ({
  id: 'decision',
  header: messages.assign,
  isHeaderHidden: true,
  align: 'end' as const,
  render: (it: QueuedDeposit) => (
    <span className={layout.buttons}>
      {it.attributes.proposal && (
        <Button size="small" onClick={() => onApprove(it.id, it.attributes.proposal as Proposal)}>
          {messages.approve}
        </Button>
      )}
      <Button
        size="small"
        variant={it.attributes.proposal ? 'quiet' : 'secondary'}
        onClick={() => onAssign(it)}
      >
        {messages.assign}
      </Button>
      <Button size="small" variant="quiet" onClick={() => onPutAway(it)}>
        {messages.putAway}
      </Button>
    </span>
  )
})
