import type { Api } from '@mille/api/client.ts'
import type { QueuedDeposit, ReviewedWithdrawal } from '@mille/api/payments/endpoints.ts'
import { createPayoutStores, type LoadedPayouts, payoutsPage } from '@mille/stores/admin/payouts.ts'
import { Address } from '@mille/ui/address/address.tsx'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { passkeyBrowser } from '@mille/widgets/login/passkey-browser.ts'
import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { financeMessages, withdrawMessages } from '../finances/messages.ts'
import { answerOf } from '../page/answer.ts'
import { useStores } from '../page/app-context.tsx'
import { formatMoment } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { problemText } from '../page/messages.ts'
import { type LoadArgs, pageContext } from '../page/page-context.ts'
import { pageTitle } from '../page/page-title.ts'
import type { Route } from './+types/payouts-page.ts'
import { AdminNav } from './admin-nav.tsx'
import { AskDialog } from './ask-dialog.tsx'
import { payoutMessages as messages } from './payout-messages.ts'

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  const [review, queued] = await Promise.all([
    api.payments.readPayoutReview(payoutsPage),
    api.payments.listQueuedDeposits(payoutsPage)
  ])
  return { review: answerOf(review, args), queued: answerOf(queued, args).data }
}

export const loader = load
export const clientLoader = load
export const meta = () => pageTitle(messages.title)

const createStores = (api: Api, loaded: LoadedPayouts) =>
  createPayoutStores(api, loaded, passkeyBrowser)

type Question = { what: 'reject' | 'assign'; id: string }

export default function PayoutsPage({ loaderData }: Route.ComponentProps) {
  const stores = useStores(createStores, loaderData)
  const withdrawals = useStore(stores.$withdrawals)
  const stops = useStore(stores.$stops)
  const queued = useStore(stores.$queued)
  const problem = useStore(stores.$problem)
  const [question, setQuestion] = useState<Question | null>(null)
  useEffect(() => stores.watch(), [stores])

  async function answer(text: string) {
    if (question?.what === 'reject') await stores.reject(question.id, text)
    if (question?.what === 'assign') await stores.assign(question.id, text.trim())
    setQuestion(null)
  }

  return (
    <div className={layout.stack}>
      <AdminNav />
      <PageHeader title={messages.title} description={messages.description} />
      {stops.map(it => (
        <Notice key={it.id} tone="alarm" title={messages.stopped(it.asset)}>
          {it.reason}. {messages.stoppedText}
        </Notice>
      ))}
      {problem && (
        <Notice tone="alarm" isLive>
          {problemText(problem)}
        </Notice>
      )}
      <Card title={messages.withdrawals} isFlush>
        <Table
          caption={messages.withdrawals}
          isCaptionHidden
          columns={[
            ...withdrawalColumns,
            decisionColumn(
              id => void stores.approve(id),
              id => setQuestion({ what: 'reject', id })
            )
          ]}
          rows={withdrawals}
          rowKey={it => it.id}
          empty={
            <EmptyState icon="coin" title={messages.empty}>
              {messages.emptyText}
            </EmptyState>
          }
        />
      </Card>
      {queued.length > 0 && (
        <Card title={messages.queued} description={messages.queuedText} isFlush>
          <Table
            caption={messages.queued}
            isCaptionHidden
            columns={[...queuedColumns, assignColumn(id => setQuestion({ what: 'assign', id }))]}
            rows={queued}
            rowKey={it => it.id}
          />
        </Card>
      )}
      <AskDialog
        key={question?.id}
        isOpen={question !== null}
        onClose={() => setQuestion(null)}
        onAnswer={text => void answer(text)}
        {...(question?.what === 'assign'
          ? { title: messages.assign, text: messages.assignText, label: messages.number }
          : { title: messages.rejectTitle, text: messages.rejectText, label: messages.reason })}
      />
    </div>
  )
}

const withdrawalColumns = [
  {
    id: 'account',
    header: messages.account,
    isRowHeader: true,
    render: ({ attributes }: ReviewedWithdrawal) => (
      <div>
        {attributes.user_id ?? messages.network}
        <div>
          <Address value={attributes.address} isShort />
        </div>
      </div>
    )
  },
  {
    id: 'date',
    header: financeMessages.columns.date,
    render: ({ attributes }: ReviewedWithdrawal) => (
      <time dateTime={attributes.created_at}>{formatMoment(attributes.created_at)}</time>
    )
  },
  {
    id: 'state',
    header: financeMessages.columns.state,
    render: ({ attributes }: ReviewedWithdrawal) => <State attributes={attributes} />
  },
  {
    id: 'amount',
    header: financeMessages.columns.amount,
    align: 'end' as const,
    isAmount: true,
    render: ({ attributes: { amount, currency } }: ReviewedWithdrawal) => (
      <Amount units={BigInt(amount)} asset={currency} />
    )
  }
]

/** Where it is, and what holds it up. */
function State({ attributes }: Pick<ReviewedWithdrawal, 'attributes'>) {
  const {
    state,
    needs_approval: isLarge,
    not_before: until,
    waits_for: waitsFor,
    instead_of: insteadOf
  } = attributes
  const isWaiting = state === 'requested' && isLarge
  const isOpen = state === 'requested' || state === 'approved'
  return (
    <div className={layout.tight}>
      <span>
        <Badge tone={isWaiting || waitsFor !== null ? 'warning' : 'info'}>
          {isWaiting ? withdrawMessages.waitsForApproval : withdrawMessages.states[state]}
        </Badge>
      </span>
      {isOpen && (
        <span className={`${layout.soft} ${layout.small}`}>
          {insteadOf !== null && `${messages.insteadOf(insteadOf)} `}
          {waitsFor !== null && messages.waits[waitsFor]}
          {waitsFor === null &&
            until !== null &&
            `${withdrawMessages.until} ${formatMoment(until)}`}
        </span>
      )}
    </div>
  )
}

const decisionColumn = (onApprove: (id: string) => void, onReject: (id: string) => void) => ({
  id: 'decision',
  header: messages.approve,
  isHeaderHidden: true,
  align: 'end' as const,
  render: ({ id, attributes: { state, needs_approval: isLarge } }: ReviewedWithdrawal) => (
    <span className={layout.buttons}>
      {state === 'requested' && isLarge && (
        <Button size="small" onClick={() => onApprove(id)}>
          {messages.approve}
        </Button>
      )}
      {(state === 'requested' || state === 'approved') && (
        <Button size="small" variant="quiet" onClick={() => onReject(id)}>
          {messages.reject}
        </Button>
      )}
    </span>
  )
})

const queuedColumns = [
  {
    id: 'address',
    header: withdrawMessages.address,
    isRowHeader: true,
    render: ({ attributes }: QueuedDeposit) => <Address value={attributes.address} isShort />
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

const assignColumn = (onAssign: (id: string) => void) => ({
  id: 'assign',
  header: messages.assign,
  isHeaderHidden: true,
  align: 'end' as const,
  render: ({ id, attributes }: QueuedDeposit) =>
    attributes.token_code === 'ETH' ? null : (
      <Button size="small" onClick={() => onAssign(id)}>
        {messages.assign}
      </Button>
    )
})
