import { createOrderStores, type OrderStores } from '@mille/stores/publication-orders/order.ts'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { useStore } from '@nanostores/react'
import { useStores } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { GeneralProblems } from '../page/notices/general-problems.tsx'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/order-page.ts'
import { orderMessages as messages, orderStateWords } from './messages.ts'
import { OrderActions } from './order-actions.tsx'
import { OrderBadge } from './order-badge.tsx'
import { OrderBrief } from './order-brief.tsx'
import { OrderConversation } from './order-conversation.tsx'
import { OrderPayments } from './order-payments.tsx'
import { OrderProof } from './order-proof.tsx'
import { OrderRating } from './order-rating.tsx'
import { OrderSteps } from './order-steps.tsx'
import { OrderTerms } from './order-terms.tsx'

async function load(args: LoadArgs<{ id: string }>) {
  const { api } = args.context.get(pageContext)
  const { id } = args.params
  const order = answerOf(await api.marketplace.readOrder({ id }), args)
  const written = answerOf(await api.marketplace.listOrderMessages({ id }), args)
  return { order, messages: written }
}

export const loader = load
export const clientLoader = load
export const meta = ({ params, matches }: TitleArgs & Pick<Route.MetaArgs, 'params'>) =>
  pageTitle(matches, messages.number(params.id))

export default function OrderPage({ loaderData }: Route.ComponentProps) {
  const stores = useStores(createOrderStores, loaderData)
  const { data, meta } = useStore(stores.$order)
  const order = data.attributes
  const side = order.side === 'publisher' ? 'publisher' : 'advertiser'
  return (
    <div className={layout.stack}>
      <PageHeader
        title={order.name}
        badge={<OrderBadge state={order.state} />}
        description={orderStateWords[order.state].text[side]}
        back={{ href: '/publication_orders', label: messages.back }}
        actions={<OrderActions stores={stores} />}
      />
      <Problems stores={stores} />
      <div className={`${layout.columns} ${layout.asideFirst}`}>
        <div className={layout.stack}>
          <OrderProof stores={stores} />
          <OrderBrief order={data} attachments={meta.attachments} />
          <OrderConversation stores={stores} />
          <OrderPayments order={data} releases={meta.releases} />
        </div>
        <div className={layout.stack}>
          <OrderTerms stores={stores} />
          <OrderSteps events={meta.events} />
          <OrderRating stores={stores} />
        </div>
      </div>
    </div>
  )
}

function Problems({ stores }: { stores: OrderStores }) {
  return <GeneralProblems problems={useStore(stores.$problems)} />
}
