import { orderLengths } from '@mille/api/constants.ts'
import { createOrderStores, type OrderStores } from '@mille/stores/publication-orders/order.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { TextArea } from '@mille/ui/text-area/text-area.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useGuardedStores } from '../../page/app-context.tsx'
import layout from '../../page/layout.module.css'
import { answerOf } from '../../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../../page/loads/page-context.ts'
import { fieldText } from '../../page/messages.ts'
import { GeneralProblems } from '../../page/notices/general-problems.tsx'
import { pageTitle, type TitleArgs } from '../../page/page-title.ts'
import { QueueItem } from '../../page/queue/queue-item.tsx'
import { useQueueKeys } from '../../page/queue/use-queue-keys.ts'
import { OrderBadge } from '../../publication-orders/order-badge.tsx'
import { OrderBrief } from '../../publication-orders/order-brief.tsx'
import { OrderConversation } from '../../publication-orders/order-conversation.tsx'
import { OrderPayments } from '../../publication-orders/order-payments.tsx'
import { OrderProof } from '../../publication-orders/order-proof.tsx'
import { OrderSteps } from '../../publication-orders/order-steps.tsx'
import { OrderTerms } from '../../publication-orders/order-terms.tsx'
import { forStaff } from '../for-staff.ts'
import type { Route } from './+types/dispute-page.ts'
import { disputeMessages as messages } from './marketplace-messages.ts'

async function load(args: LoadArgs<{ id: string }>) {
  const { api } = args.context.get(pageContext)
  const { id } = args.params
  const order = answerOf(await api.marketplace.readDispute({ id }), args)
  const written = answerOf(await api.marketplace.listOrderMessages({ id }), args)
  return { order, messages: written }
}

export const loader = forStaff(load)
export const clientLoader = forStaff(load)
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

export default function DisputePage({ loaderData }: Route.ComponentProps) {
  const stores = useGuardedStores(createOrderStores, loaderData)
  const { data, meta } = useStore(stores.$order)
  useQueueKeys()
  return (
    <div className={layout.stack}>
      <PageHeader
        title={data.attributes.name}
        badge={<OrderBadge state={data.attributes.state} />}
        back={{ href: '/admin/disputes', label: messages.back }}
      />
      <div className={layout.columns}>
        <div className={layout.stack}>
          {data.attributes.state === 'disputed' && (
            <QueueItem>
              <Decision stores={stores} />
            </QueueItem>
          )}
          <OrderProof stores={stores} />
          <OrderBrief order={data} attachments={meta.attachments} />
          <OrderConversation stores={stores} />
          <OrderPayments order={data} releases={meta.releases} />
        </div>
        <div className={layout.stack}>
          <OrderSteps events={meta.events} />
          <OrderTerms stores={stores} />
        </div>
      </div>
    </div>
  )
}

function Decision({ stores }: { stores: OrderStores }) {
  const work = useStore(stores.$work)
  const problems = useStore(stores.$problems)
  const { fields } = problems
  const [reason, setReason] = useState('')
  const toast = useToast()

  async function decide(decision: 'uphold' | 'dismiss') {
    if (await stores.decide(decision, reason)) toast.show({ title: messages.decided })
  }

  return (
    <Card title={messages.decide} description={messages.decideText}>
      <div className={layout.tight}>
        <GeneralProblems problems={problems} />
        <TextArea
          label={messages.reason}
          name="reason"
          aria-keyshortcuts="r"
          maxLength={orderLengths.reason}
          value={reason}
          error={fieldText(messages.reason, fields.reason)}
          onChange={event => setReason(event.target.value)}
        />
        <div className={layout.row}>
          <Button
            aria-keyshortcuts="u"
            isLoading={work === 'refunded'}
            onClick={() => void decide('uphold')}
          >
            {messages.uphold}
          </Button>
          <Button
            aria-keyshortcuts="d"
            isLoading={work === 'completed'}
            onClick={() => void decide('dismiss')}
          >
            {messages.dismiss}
          </Button>
        </div>
      </div>
    </Card>
  )
}
