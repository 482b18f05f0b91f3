import type { AdjustmentList, PendingAdjustment } from '@mille/api/admin/endpoints.ts'
import { createAdjustmentStores } from '@mille/stores/admin/adjustments.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { useApp, useGuardedStores } from '../../page/app-context.tsx'
import { formatMoment } from '../../page/formats.ts'
import layout from '../../page/layout.module.css'
import { ProblemNotice } from '../../page/notices/problem-notice.tsx'
import { adjustmentMessages as messages } from './people-messages.ts'

/** Adjustments above the limit, with the operator who requested each. Any other operator decides on them. */
export function AdjustmentsCard({ loaded }: { loaded: AdjustmentList }) {
  const stores = useGuardedStores(createAdjustmentStores, loaded)
  const waiting = useStore(stores.$waiting)
  const problem = useStore(stores.$problem)
  const deciding = useStore(stores.$deciding)
  const ownId = useStore(useApp().session.$user)?.id
  const toast = useToast()
  if (waiting.length === 0 && !problem) return null

  async function decide(id: string, decision: 'approve' | 'reject') {
    if (await stores.decide(id, decision)) toast.show({ title: messages.decided[decision] })
  }

  const decisions = {
    id: 'decision',
    header: messages.decision,
    align: 'end' as const,
    render: ({ id, attributes: { made_by: madeBy, user_id: userId } }: PendingAdjustment) =>
      madeBy === ownId || userId === ownId ? (
        <span className={layout.soft}>{messages.anotherOperator}</span>
      ) : (
        <span className={layout.buttons}>
          <Button
            size="small"
            isLoading={deciding === id}
            onClick={() => void decide(id, 'approve')}
          >
            {messages.approve}
          </Button>
          <Button size="small" variant="quiet" onClick={() => void decide(id, 'reject')}>
            {messages.reject}
          </Button>
        </span>
      )
  }
  return (
    <Card title={messages.title} description={messages.description} isFlush>
      <ProblemNotice problem={problem} />
      <Table
        caption={messages.title}
        isCaptionHidden
        columns={[...columns, decisions]}
        rows={waiting}
        rowKey={it => it.id}
      />
    </Card>
  )
}

const columns = [
  {
    id: 'account',
    header: messages.account,
    isRowHeader: true,
    render: ({ attributes: { user_id: userId } }: PendingAdjustment) => (
      <Link href={`/admin/users/${userId}`}>{messages.name(userId)}</Link>
    )
  },
  {
    id: 'asked',
    header: messages.askedBy,
    render: ({ attributes }: PendingAdjustment) => (
      <div className={layout.tight}>
        <span>{attributes.made_by_name ?? messages.name(attributes.made_by)}</span>
        <time className={`${layout.soft} ${layout.small}`} dateTime={attributes.made_at}>
          {formatMoment(attributes.made_at)}
        </time>
      </div>
    )
  },
  {
    id: 'reason',
    header: messages.reason,
    render: ({ attributes: { reason } }: PendingAdjustment) => reason
  },
  {
    id: 'amount',
    header: messages.amount,
    align: 'end' as const,
    render: ({ attributes: { amount, asset } }: PendingAdjustment) => (
      <Amount units={BigInt(amount)} asset={asset} />
    )
  }
]
