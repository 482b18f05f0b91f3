import type { UnitEarnings, UnitEarningsList } from '@mille/api/earnings/endpoints.ts'
import { createEarningReviewStores, type EarningDecision } from '@mille/stores/admin/earnings.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useApp, useStores } from '../../page/app-context.tsx'
import { formatMoment } from '../../page/formats.ts'
import layout from '../../page/layout.module.css'
import { problemText } from '../../page/messages.ts'
import { AskDialog } from '../ask-dialog.tsx'
import { earningMessages as messages } from './earning-messages.ts'

type Question = { id: string; decision: 'hold' | 'take_back' }

/** Earnings of ad units on their way to publishers, which an operator can hold, release or take back. */
export function EarningsCard({ loaded }: { loaded: UnitEarningsList }) {
  const stores = useStores(createEarningReviewStores, loaded)
  const units = useStore(stores.$units)
  const problem = useStore(stores.$problem)
  const [question, setQuestion] = useState<Question | null>(null)
  const toast = useToast()
  const { stepUp } = useApp()

  async function decide(id: string, decision: EarningDecision, reason?: string): Promise<boolean> {
    const isDone = await stores.decide(id, decision, stepUp.guard, reason)
    if (isDone) toast.show({ title: messages.done[decision] })
    return isDone
  }

  return (
    <Card title={messages.title} description={messages.text} isFlush>
      {problem && question === null && (
        <Notice tone="alarm" isLive>
          {problemText(problem)}
        </Notice>
      )}
      <Table
        caption={messages.title}
        isCaptionHidden
        columns={[
          ...columns,
          actionColumn(
            id => void decide(id, 'release'),
            (id, decision) => setQuestion({ id, decision })
          )
        ]}
        rows={units}
        rowKey={it => it.id}
        empty={
          <EmptyState icon="coin" title={messages.none}>
            {messages.noneText}
          </EmptyState>
        }
      />
      <AskDialog
        key={`${question?.id} ${question?.decision}`}
        isOpen={question !== null}
        onClose={() => setQuestion(null)}
        problem={problem}
        onAnswer={async reason =>
          question !== null && (await decide(question.id, question.decision, reason))
        }
        {...messages.questions[question?.decision ?? 'hold']}
        label={messages.reason}
      />
    </Card>
  )
}

const columns = [
  {
    id: 'unit',
    header: messages.unit,
    isRowHeader: true,
    render: ({ id, attributes }: UnitEarnings) => (
      <div>
        {attributes.name} ({id})
        <div className={`${layout.soft} ${layout.small}`}>{attributes.domain_name}</div>
      </div>
    )
  },
  {
    id: 'owner',
    header: messages.owner,
    render: ({ attributes: { user_id: userId, user_name: name } }: UnitEarnings) => (
      <Link href={`/admin/users/${userId}`}>{name ?? userId}</Link>
    )
  },
  {
    id: 'state',
    header: messages.availableAt,
    render: ({ attributes: { hold, available_at: at } }: UnitEarnings) =>
      hold ? messages.onHold(hold.reason, formatMoment(hold.since)) : at && formatMoment(at)
  },
  {
    id: 'amount',
    header: messages.amount,
    align: 'end' as const,
    render: ({ attributes: { maturing } }: UnitEarnings) =>
      maturing.map(({ amount, currency }) => (
        <div key={currency}>
          <Amount units={BigInt(amount)} asset={currency} size="small" />
        </div>
      ))
  }
]

const actionColumn = (
  onRelease: (id: string) => void,
  onAsk: (id: string, decision: 'hold' | 'take_back') => void
) => ({
  id: 'action',
  header: messages.action,
  isHeaderHidden: true,
  align: 'end' as const,
  render: ({ id, attributes: { hold, maturing } }: UnitEarnings) => (
    <span className={layout.buttons}>
      {hold ? (
        <Button size="small" onClick={() => onRelease(id)}>
          {messages.release}
        </Button>
      ) : (
        <Button size="small" onClick={() => onAsk(id, 'hold')}>
          {messages.hold}
        </Button>
      )}
      {maturing.length > 0 && (
        <Button size="small" variant="quiet" onClick={() => onAsk(id, 'take_back')}>
          {messages.takeBack}
        </Button>
      )}
    </span>
  )
})
