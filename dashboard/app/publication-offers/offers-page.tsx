import type { Offer } from '@mille/api/marketplace/endpoints.ts'
import { pageSizes } from '@mille/api/page-sizes.ts'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { Pagination } from '@mille/ui/pagination/pagination.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { useSearchParams } from 'react-router'
import { MarketplaceNav } from '../marketplace/marketplace-nav.tsx'
import { marketplaceMessages, offerTypes } from '../marketplace/messages.ts'
import { OfferPrice } from '../marketplace/offer-price.tsx'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { readPage } from '../page/loads/read-page.ts'
import { PastTheEnd } from '../page/navigation/past-the-end.tsx'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/offers-page.ts'
import { offerMessages as messages, offerStateBadges } from './messages.ts'

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  const page = readPage(args.request.url)
  const asked = { 'filter[mine]': '1' as const, 'page[number]': page }
  const { data, meta } = answerOf(await api.marketplace.listOffers(asked), args)
  return {
    offers: data,
    page,
    pageCount: Math.ceil(meta.pagination.records / pageSizes.catalog)
  }
}

export const loader = load
export const clientLoader = load
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

const hrefFor = (page: number) =>
  page === 1 ? '/publication_offers' : `/publication_offers?page=${page}`

export default function OffersPage({ loaderData }: Route.ComponentProps) {
  const { offers, page, pageCount } = loaderData
  const [search] = useSearchParams()
  const isPastTheEnd = page > pageCount && pageCount > 0
  return (
    <div className={layout.stack}>
      <MarketplaceNav />
      <PageHeader
        title={messages.title}
        description={messages.description}
        actions={<NewOffer isPrimary={offers.length > 0} />}
      />
      {search.get('created') === '1' && <Notice tone="success">{messages.created}</Notice>}
      <Card isFlush>
        <Table
          caption={messages.title}
          isCaptionHidden
          columns={columns}
          rows={offers}
          rowKey={offer => offer.id}
          empty={
            isPastTheEnd ? (
              <PastTheEnd pageCount={pageCount} hrefFor={hrefFor} />
            ) : (
              <EmptyState title={messages.emptyTitle} action={<NewOffer isPrimary />}>
                {messages.emptyText}
              </EmptyState>
            )
          }
        />
      </Card>
      {!isPastTheEnd && (
        <Pagination
          label={marketplaceMessages.pages}
          page={page}
          pageCount={pageCount}
          hrefFor={hrefFor}
        />
      )}
    </div>
  )
}

const columns = [
  {
    id: 'offer',
    header: messages.columns.offer,
    isRowHeader: true,
    render: ({ id, attributes }: Offer) => (
      <div>
        <Link href={`/publication_offers/${id}`}>{attributes.name}</Link>
        <div className={`${layout.soft} ${layout.small}`}>{attributes.domain_name}</div>
      </div>
    )
  },
  {
    id: 'type',
    header: messages.columns.type,
    render: ({ attributes }: Offer) => offerTypes[attributes.publication_offer_type]
  },
  {
    id: 'state',
    header: messages.columns.state,
    render: ({ attributes }: Offer) => {
      const { label, tone } = offerStateBadges[attributes.state]
      return <Badge tone={tone}>{label}</Badge>
    }
  },
  {
    id: 'price',
    header: messages.columns.price,
    align: 'end' as const,
    isAmount: true,
    render: ({ attributes }: Offer) => <OfferPrice cents={attributes.price_us_cents} />
  }
]

function NewOffer({ isPrimary }: { isPrimary: boolean }) {
  return (
    <Button
      href="/marketplace/become_publisher"
      icon="plus"
      variant={isPrimary ? 'primary' : 'secondary'}
    >
      {messages.create}
    </Button>
  )
}
