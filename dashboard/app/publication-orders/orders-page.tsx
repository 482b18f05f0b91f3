import type { Order } from '@mille/api/marketplace/endpoints.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { Pagination } from '@mille/ui/pagination/pagination.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { useNavigate } from 'react-router'
import { MarketplaceNav } from '../marketplace/marketplace-nav.tsx'
import { formatMoment } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { readPage } from '../page/loads/read-page.ts'
import { assetsIn, ReaderAmount, useReaderColumns } from '../page/money/money.tsx'
import type { MoneyColumn } from '../page/money/shown-money.ts'
import { PastTheEnd } from '../page/navigation/past-the-end.tsx'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/orders-page.ts'
import { orderMessages as messages, sideLabels } from './messages.ts'
import { OrderBadge } from './order-badge.tsx'

const pageSize = 20

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  const { url } = args.request
  const asked = new URL(url).searchParams.get('side')
  const side = asked === 'advertiser' || asked === 'publisher' ? asked : null
  const page = readPage(url)
  const { data, meta } = answerOf(
    await api.marketplace.listOrders({
      'page[offset]': (page - 1) * pageSize,
      'page[limit]': pageSize,
      ...(side === null ? {} : { 'filter[side]': side })
    }),
    args
  )
  return { orders: data, side, page, pageCount: Math.ceil(meta.pagination.records / pageSize) }
}

export const loader = load
export const clientLoader = load
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

const sides = [
  { value: 'all', label: messages.all },
  { value: 'advertiser', label: messages.placedByMe },
  { value: 'publisher', label: messages.placedWithMe }
]

function hrefOf(side: string | null, page = 1): string {
  const query = new URLSearchParams()
  if (side !== null && side !== 'all') query.set('side', side)
  if (page > 1) query.set('page', String(page))
  return query.size === 0 ? '/publication_orders' : `/publication_orders?${query}`
}

export default function OrdersPage({ loaderData }: Route.ComponentProps) {
  const { orders, side, page, pageCount } = loaderData
  const navigate = useNavigate()
  const money = useReaderColumns(assetsIn(orders.map(it => it.attributes)))
  const isPastTheEnd = page > pageCount && pageCount > 0
  const hrefFor = (number: number) => hrefOf(side, number)
  return (
    <div className={layout.stack}>
      <MarketplaceNav />
      <PageHeader title={messages.title} description={messages.description} />
      <div className={layout.pair}>
        <Select
          label={messages.shown}
          name="side"
          options={sides}
          value={side ?? 'all'}
          onChange={value => void navigate(hrefOf(value))}
        />
      </div>
      <Card isFlush>
        <Table
          caption={messages.title}
          isCaptionHidden
          columns={columnsOf(money)}
          rows={orders}
          rowKey={order => order.id}
          empty={
            isPastTheEnd ? (
              <PastTheEnd pageCount={pageCount} hrefFor={hrefFor} />
            ) : (
              <EmptyState
                title={messages.emptyTitle}
                action={
                  <Button href="/marketplace" variant="primary">
                    {messages.browse}
                  </Button>
                }
              >
                {messages.emptyText}
              </EmptyState>
            )
          }
        />
      </Card>
      {!isPastTheEnd && (
        <Pagination label={messages.pages} page={page} pageCount={pageCount} hrefFor={hrefFor} />
      )}
    </div>
  )
}

const columnsOf = (money: readonly MoneyColumn[]) => [
  {
    id: 'order',
    header: messages.columns.order,
    isRowHeader: true,
    render: ({ id, attributes }: Order) => (
      <div>
        <Link href={`/publication_orders/${id}`}>{attributes.name}</Link>
        <div className={`${layout.soft} ${layout.small}`}>
          {messages.number(id)}, {attributes.domain_name}
        </div>
      </div>
    )
  },
  {
    id: 'side',
    header: messages.columns.side,
    render: ({ attributes }: Order) => sideLabels[attributes.side]
  },
  {
    id: 'state',
    header: messages.columns.state,
    render: ({ attributes }: Order) => <OrderBadge state={attributes.state} />
  },
  {
    id: 'due',
    header: messages.columns.due,
    render: ({ attributes: { due_at } }: Order) =>
      due_at === null ? '–' : <time dateTime={due_at}>{formatMoment(due_at)}</time>
  },
  {
    id: 'amount',
    header: messages.columns.amount,
    align: 'end' as const,
    isAmount: true,
    render: ({ attributes: { amount, asset } }: Order) => (
      <ReaderAmount units={BigInt(amount)} asset={asset} columns={money} />
    )
  }
]
