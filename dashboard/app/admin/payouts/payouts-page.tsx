import type { Api } from '@mille/api/client.ts'
import { type ReviewedWithdrawal, releasePayouts } from '@mille/api/payments/endpoints.ts'
import { parseAmount } from '@mille/money/amount.ts'
import { createPayoutStores, type LoadedPayouts, payoutsPage } from '@mille/stores/admin/payouts.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { passkeyBrowser } from '@mille/widgets/login/passkey-browser.ts'
import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { financeMessages, withdrawMessages } from '../../finances/messages.ts'
import { Recipient, stateText } from '../../finances/withdrawn-by-lightning.tsx'
import { useApp, useStores } from '../../page/app-context.tsx'
import { formatMoment } from '../../page/formats.ts'
import layout from '../../page/layout.module.css'
import { answerOf } from '../../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../../page/loads/page-context.ts'
import { ProblemNotice } from '../../page/notices/problem-notice.tsx'
import { pageTitle, type TitleArgs } from '../../page/page-title.ts'
import { AskDialog } from '../ask-dialog.tsx'
import { forStaff } from '../for-staff.ts'
import { useMay } from '../use-may.ts'
import type { Route } from './+types/payouts-page.ts'
import { payoutMessages as messages } from './payout-messages.ts'
import { QueuedDeposits } from './queued-deposits.tsx'
import { RestoreNotice } from './restore-notice.tsx'
import { UnknownPayouts } from './unknown-payouts.tsx'

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  const [review, queued] = await Promise.all([
    api.payments.readPayoutReview(payoutsPage),
    api.payments.listQueuedDeposits(payoutsPage)
  ])
  return { review: answerOf(review, args), queued: answerOf(queued, args).data }
}

export const loader = forStaff(load)
export const clientLoader = forStaff(load)
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

const createStores = (api: Api, loaded: LoadedPayouts) =>
  createPayoutStores(api, loaded, passkeyBrowser)

type Question = { what: keyof typeof words; id: string }

const words = {
  reject: { title: messages.rejectTitle, text: messages.rejectText, label: messages.reason },
  assign: { title: messages.assign, text: messages.assignText, label: messages.number },
  assignCoin: {
    title: messages.assign,
    text: messages.assignCoinText,
    label: messages.number,
    amountLabel: messages.worth
  },
  putAway: { title: messages.putAwayTitle, text: messages.putAwayText, label: messages.reason }
}

export default function PayoutsPage({ loaderData }: Route.ComponentProps) {
  const stores = useStores(createStores, loaderData)
  const { stepUp } = useApp()
  const may = useMay()
  const withdrawals = useStore(stores.$withdrawals)
  const stops = useStore(stores.$stops)
  const queued = useStore(stores.$queued)
  const restore = useStore(stores.$restore)
  const unknown = useStore(stores.$unknown)
  const problem = useStore(stores.$problem)
  const [question, setQuestion] = useState<Question | null>(null)
  useEffect(() => stores.watch(), [stores])

  async function answer(text: string, amount: string): Promise<boolean> {
    if (!question) return false
    const { what, id } = question
    if (what === 'reject') return stores.reject(id, text)
    if (what === 'assign') return stores.assign(id, text.trim(), stepUp.guard)
    if (what === 'putAway') return stores.putAway(id, text, stepUp.guard)
    return stores.assign(id, text.trim(), stepUp.guard, parseAmount(amount, 'usd') ?? 0n)
  }

  return (
    <div className={layout.stack}>
      <PageHeader title={messages.title} description={messages.description} />
      {restore && (
        <RestoreNotice
          restore={restore}
          {...(may(releasePayouts) && { onRelease: () => void stores.release(stepUp.guard) })}
        />
      )}
      {stops.map(it => (
        <Notice key={it.id} tone="alarm" title={messages.stopped(it.asset)}>
          {it.reason}. {messages.stoppedText}
        </Notice>
      ))}
      {problem && question === null && <ProblemNotice problem={problem} />}
      <WithdrawalsCard
        rows={withdrawals}
        onApprove={id => void stores.approve(id)}
        onReject={id => setQuestion({ what: 'reject', id })}
      />
      {unknown.length > 0 && <UnknownPayouts rows={unknown} />}
      {queued.length > 0 && (
        <QueuedDeposits
          rows={queued}
          onAssign={({ id, attributes }) =>
            setQuestion({ what: attributes.token_code === 'ETH' ? 'assignCoin' : 'assign', id })
          }
          onApprove={(id, { user_id: userId, worth }) =>
            void stores.assign(id, userId, stepUp.guard, worth === null ? undefined : BigInt(worth))
          }
          onPutAway={({ id }) => setQuestion({ what: 'putAway', id })}
        />
      )}
      <AskDialog
        key={question?.id}
        isOpen={question !== null}
        onClose={() => setQuestion(null)}
        problem={problem}
        onAnswer={answer}
        {...words[question?.what ?? 'reject']}
      />
    </div>
  )
}

type WithdrawalsCardProps = {
  rows: readonly ReviewedWithdrawal[]
  onApprove: (id: string) => void
  onReject: (id: string) => void
}

function WithdrawalsCard({ rows, onApprove, onReject }: WithdrawalsCardProps) {
  return (
    <Card title={messages.withdrawals} isFlush>
      <Table
        caption={messages.withdrawals}
        isCaptionHidden
        columns={[...withdrawalColumns, decisionColumn(onApprove, onReject)]}
        rows={rows}
        rowKey={it => it.id}
        empty={
          <EmptyState icon="coin" title={messages.empty}>
            {messages.emptyText}
          </EmptyState>
        }
      />
    </Card>
  )
}

const withdrawalColumns = [
  {
    id: 'account',
    header: messages.account,
    isRowHeader: true,
    render: ({ attributes }: ReviewedWithdrawal) => (
      <div>
        {attributes.user_id === null ? (
          messages.network
        ) : (
          <Link href={`/admin/users/${attributes.user_id}`}>
            {attributes.user_name ?? messages.accountNumber(attributes.user_id)}
          </Link>
        )}
        <div>
          <Recipient {...attributes} />
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

/** The state of a withdrawal, and the reason if it is held up. */
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
          {isWaiting ? withdrawMessages.waitsForApproval : stateText(attributes)}
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
