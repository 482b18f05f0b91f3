import type { Order } from '@mille/api/marketplace/endpoints.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import layout from '../../page/layout.module.css'
import { answerOf } from '../../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../../page/loads/page-context.ts'
import { pageTitle, type TitleArgs } from '../../page/page-title.ts'
import { useQueueKeys } from '../../page/queue/use-queue-keys.ts'
import { orderMessages } from '../../publication-orders/messages.ts'
import { forStaff } from '../for-staff.ts'
import { reviewMessages } from '../review/review-messages.ts'
import type { Route } from './+types/disputes-page.ts'
import { disputeMessages as messages } from './marketplace-messages.ts'

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  return answerOf(await api.marketplace.listDisputes({ 'page[limit]': 100 }), args)
}

export const loader = forStaff(load)
export const clientLoader = forStaff(load)
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

export default function DisputesPage({ loaderData }: Route.ComponentProps) {
  useQueueKeys()
  return (
    <div className={layout.stack}>
      <PageHeader
        title={messages.title}
        description={loaderData.data.length > 0 ? messages.keys : messages.description}
      />
      <Card isFlush>
        <Table
          caption={messages.title}
          isCaptionHidden
          columns={columns}
          rows={loaderData.data}
          rowKey={order => order.id}
          empty={
            <EmptyState icon="success" title={reviewMessages.empty}>
              {messages.emptyText}
            </EmptyState>
          }
        />
      </Card>
    </div>
  )
}

const columns = [
  {
    id: 'order',
    header: orderMessages.columns.order,
    isRowHeader: true,
    render: ({ id, attributes }: Order) => (
      <div>
        <Link href={`/admin/disputes/${id}`} data-queue-item="">
          {attributes.name}
        </Link>
        <div className={`${layout.soft} ${layout.small}`}>
          {orderMessages.number(id)}, {attributes.domain_name}
        </div>
      </div>
    )
  },
  {
    id: 'amount',
    header: orderMessages.columns.amount,
    align: 'end' as const,
    isAmount: true,
    render: ({ attributes: { amount, asset } }: Order) => (
      <Amount units={BigInt(amount)} asset={asset} />
    )
  },
  {
    id: 'released',
    header: orderMessages.released,
    align: 'end' as const,
    isAmount: true,
    render: ({ attributes: { released, asset } }: Order) => (
      <Amount units={BigInt(released)} asset={asset} />
    )
  }
]
