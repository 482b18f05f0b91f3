import { type CatalogStores, createCatalogStores } from '@mille/stores/marketplace/catalog.ts'
import { catalogQuery, readFilter } from '@mille/stores/marketplace/catalog-filter.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { Pagination } from '@mille/ui/pagination/pagination.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useApi } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { PastTheEnd } from '../page/navigation/past-the-end.tsx'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/marketplace-page.ts'
import styles from './catalog.module.css'
import { CatalogFilters } from './catalog-filters.tsx'
import { CatalogNarrowings, DropSuggestions } from './catalog-narrowings.tsx'
import { MarketplaceNav } from './marketplace-nav.tsx'
import { marketplaceMessages as messages, offerSortLabels } from './messages.ts'
import { OfferCards } from './offer-cards.tsx'

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  const query = catalogQuery(readFilter(new URL(args.request.url).search.slice(1)))
  return { list: answerOf(await api.marketplace.listOffers(query), args) }
}

export const loader = load
export const clientLoader = load
export const meta = ({ matches }: TitleArgs) =>
  pageTitle(matches, messages.title, messages.description)

const path = '/marketplace'
const withQuery = (query: string) => (query === '' ? path : `${path}?${query}`)

export default function MarketplacePage({ loaderData }: Route.ComponentProps) {
  const stores = useCatalog(loaderData)
  const filter = useStore(stores.$filter)
  return (
    <div className={layout.stack}>
      <MarketplaceNav />
      <PageHeader
        title={messages.title}
        description={messages.description}
        actions={<Button href="/marketplace/become_publisher">{messages.becomePublisher}</Button>}
      />
      <div className={styles.catalog}>
        <CatalogFilters stores={stores} />
        <div className={layout.stack}>
          <div className={styles.bar}>
            <p role="status" className={styles.count}>
              {messages.results(loaderData.list.meta.pagination.records)}
            </p>
            <div className={styles.sort}>
              <Select
                label={messages.sort}
                name="sort"
                options={sortOptions(filter.words !== '')}
                value={filter.sortBy ?? (filter.words === '' ? '-price_us_cents' : 'relevance')}
                onChange={sortBy => stores.change({ sortBy })}
              />
            </div>
          </div>
          <CatalogNarrowings stores={stores} hrefOf={withQuery} />
          <Results stores={stores} />
        </div>
      </div>
    </div>
  )
}

function Results({ stores }: { stores: CatalogStores }) {
  const filter = useStore(stores.$filter)
  const offers = useStore(stores.$offers)
  const pageCount = useStore(stores.$pageCount)
  const narrowings = useStore(stores.$narrowings)
  const hrefFor = (page: number) => withQuery(stores.pageQuery(page))
  if (offers.length === 0 && pageCount > 0)
    return <PastTheEnd pageCount={pageCount} hrefFor={hrefFor} />
  if (offers.length === 0 && narrowings.length === 0)
    return (
      <EmptyState icon="search" title={messages.empty}>
        {messages.emptyText}
      </EmptyState>
    )
  if (offers.length === 0)
    return (
      <EmptyState icon="search" title={messages.nothing}>
        <DropSuggestions stores={stores} hrefOf={withQuery} />
      </EmptyState>
    )
  return (
    <>
      <OfferCards offers={offers} />
      <Pagination
        label={messages.pages}
        page={filter.page}
        pageCount={pageCount}
        hrefFor={hrefFor}
      />
    </>
  )
}

/**
 * Creates the catalog's stores from the filter in the address. After a failed load, the same address becomes a new
 * history entry, so the filter is read again and no checkbox keeps its failed state.
 */
function useCatalog({ list }: Route.ComponentProps['loaderData']) {
  const api = useApi()
  const navigate = useNavigate()
  const location = useLocation()
  return useMemo(
    () =>
      createCatalogStores(api, {
        queryString: location.search.slice(1),
        list,
        onChange: query => void navigate(withQuery(query), { preventScrollReset: true })
      }),
    [api, navigate, location, list]
  )
}

function sortOptions(hasWords: boolean) {
  const sorts = ['-price_us_cents', 'price_us_cents', '-rating', '-created_at'] as const
  return [...(hasWords ? (['relevance'] as const) : []), ...sorts].map(value => ({
    value,
    label: offerSortLabels[value]
  }))
}
