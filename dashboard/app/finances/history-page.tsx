import { createHistoryStores } from '@mille/stores/finances/history.ts'
import {
  filterOfSearch,
  type HistoryFilter,
  historyPageSize,
  historyQuery,
  searchOfFilter
} from '@mille/stores/finances/history-filter.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { LoadMore } from '@mille/ui/load-more/load-more.tsx'
import { useStore } from '@nanostores/react'
import { type ShouldRevalidateFunctionArgs, useNavigate } from 'react-router'
import { useStores } from '../page/app-context.tsx'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { problemText } from '../page/messages.ts'
import { assetsIn, useReaderColumns } from '../page/money/money.tsx'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/history-page.ts'
import { FinancesFrame } from './finances-frame.tsx'
import { HistoryFilters } from './history-filters.tsx'
import { HistoryList } from './history-list.tsx'
import { financeMessages as messages } from './messages.ts'
import { OperationsTable } from './operations-table.tsx'

/** Maximum number of attempts to navigate to a changed filter. */
const maxTries = 3

async function load(args: LoadArgs) {
  const { api, readAccount } = args.context.get(pageContext)
  const filter = filterOfSearch(new URL(args.request.url).searchParams)
  const userId = answerOf(await readAccount(), args).data.id
  const history = answerOf(
    await api.finances.readHistory({
      userId,
      ...historyQuery(filter),
      'page[limit]': historyPageSize
    }),
    args
  )
  return {
    userId,
    filter,
    operations: history.data,
    records: history.meta.pagination.records,
    days: history.meta.days
  }
}

export const loader = load
export const clientLoader = load
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.historyTitle)

/** A changed filter loads its data itself and then updates the address, so the router loads nothing. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate
}: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
    ? false
    : defaultShouldRevalidate
}

/** The page with an account's history of movements. */
export default function HistoryPage({ loaderData }: Route.ComponentProps) {
  const stores = useStores(createHistoryStores, loaderData)
  const operations = useStore(stores.$operations)
  const days = useStore(stores.$days)
  const records = useStore(stores.$records)
  const filter = useStore(stores.$filter)
  const hasMore = useStore(stores.$hasMore)
  const isLoading = useStore(stores.$isLoading)
  const problem = useStore(stores.$problem)
  const navigate = useNavigate()
  const search = searchOfFilter(filter)
  const columns = useReaderColumns(
    assetsIn(operations.map(it => ({ asset: it.attributes.currency })))
  )

  function change(patch: Partial<HistoryFilter>) {
    stores.setFilter(patch, async filter => {
      const search = searchOfFilter(filter).toString()
      // If the page reloads at the same moment, the navigation ends without changing the address, so it is tried again.
      for (let tries = 0; tries < maxTries && currentSearch() !== search; tries += 1)
        await navigate({ search: `?${search}` }, { replace: true, preventScrollReset: true })
    })
  }

  return (
    <FinancesFrame description={messages.historyText}>
      <Card
        title={messages.operations}
        isFlush
        actions={
          <>
            <Button size="small" href="/finances/statement">
              {messages.statement}
            </Button>
            <Button size="small" href={csvPath(loaderData.userId, filter)} download>
              {messages.download}
            </Button>
          </>
        }
      >
        <HistoryFilters filter={filter} onChange={change} />
        {days.length > 0 ? (
          <HistoryList days={days} columns={columns} />
        ) : (
          <OperationsTable operations={[]} isFiltered={search.size > 0} isLoading={isLoading} />
        )}
      </Card>
      {(hasMore || problem) && (
        <LoadMore
          shown={operations.length}
          total={records}
          isLoading={isLoading}
          error={problem ? problemText(problem) : undefined}
          onLoadMore={() => void stores.loadMore()}
        />
      )}
    </FinancesFrame>
  )
}

const currentSearch = () => new URLSearchParams(location.search).toString()

function csvPath(userId: string, filter: HistoryFilter): string {
  const query = new URLSearchParams(
    Object.entries(historyQuery(filter)).map(([name, value]) => [name, String(value)])
  )
  return `/api/v1/users/${userId}/finances/history.csv?${query}`
}
