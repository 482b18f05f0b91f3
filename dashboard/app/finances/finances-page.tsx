import { createFinanceStores } from '@mille/stores/finances/finances.ts'
import {
  filterOfSearch,
  type HistoryFilter,
  historyQuery,
  searchOfFilter
} from '@mille/stores/finances/history-filter.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { LoadMore } from '@mille/ui/load-more/load-more.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { useStore } from '@nanostores/react'
import { type ShouldRevalidateFunctionArgs, useNavigate } from 'react-router'
import { answerOf } from '../page/answer.ts'
import { useStores } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { problemText } from '../page/messages.ts'
import { type LoadArgs, pageContext } from '../page/page-context.ts'
import { pageTitle } from '../page/page-title.ts'
import type { Route } from './+types/finances-page.ts'
import { BalanceCard } from './balance-card.tsx'
import { daysUpTo } from './days-up-to.ts'
import styles from './finances.module.css'
import { FinancesChart } from './finances-chart.tsx'
import { HistoryFilters } from './history-filters.tsx'
import { MaturingCard } from './maturing-card.tsx'
import { financeMessages as messages } from './messages.ts'
import { OperationsTable } from './operations-table.tsx'

const days = 30

async function load(args: LoadArgs) {
  const { api, readAccount } = args.context.get(pageContext)
  const filter = filterOfSearch(new URL(args.request.url).searchParams)
  const userId = answerOf(await readAccount(), args).data.id
  const shown = daysUpTo(new Date(), days)
  const [balances, history, holds, stats, earnings] = await Promise.all([
    api.finances.readBalances({ userId }),
    api.finances.readHistory({ userId, ...historyQuery(filter) }),
    api.finances.readHolds({ userId, 'page[limit]': 100 }),
    api.finances.readStats({ userId, from: shown[0], to: shown.at(-1) }),
    api.earnings.listEarnings({ userId, 'page[limit]': 50 })
  ])
  const operations = answerOf(history, args)
  return {
    userId,
    filter,
    balances: answerOf(balances, args).data,
    operations: operations.data,
    records: operations.meta.pagination.records,
    holds: answerOf(holds, args).data,
    stats: answerOf(stats, args).data,
    earnings: answerOf(earnings, args),
    days: shown
  }
}

export const loader = load
export const clientLoader = load
export const meta = () => pageTitle(messages.title)

/** The filter loads what it needs by itself; the address only follows it. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate
}: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
    ? false
    : defaultShouldRevalidate
}

export default function FinancesPage({ loaderData }: Route.ComponentProps) {
  const stores = useStores(createFinanceStores, loaderData)
  const balances = useStore(stores.$balances)
  const operations = useStore(stores.$operations)
  const records = useStore(stores.$records)
  const holds = useStore(stores.$holds)
  const filter = useStore(stores.$filter)
  const hasMore = useStore(stores.$hasMore)
  const isLoading = useStore(stores.$isLoading)
  const problem = useStore(stores.$problem)
  const navigate = useNavigate()
  const search = searchOfFilter(filter)

  function change(patch: Partial<HistoryFilter>) {
    stores.setFilter(patch, async filter => {
      const search = `?${searchOfFilter(filter)}`
      await navigate({ search }, { replace: true, preventScrollReset: true })
    })
  }

  return (
    <div className={layout.stack}>
      <PageHeader
        title={messages.title}
        description={messages.description}
        actions={
          <>
            <Button href="/finances/withdraw">{messages.withdraw}</Button>
            <Button href="/finances/deposit" variant="primary">
              {messages.deposit}
            </Button>
          </>
        }
      />
      <div className={styles.balances}>
        {balances.map(balance => (
          <BalanceCard
            key={balance.id}
            balance={balance}
            holds={holds.filter(it => it.attributes.currency === balance.attributes.currency)}
          />
        ))}
      </div>
      <MaturingCard earnings={loaderData.earnings} />
      <FinancesChart stats={loaderData.stats} days={loaderData.days} />
      <Card
        title={messages.operations}
        isFlush
        actions={
          <>
            <Button size="small" href={`/finances/statement?${search}`}>
              {messages.statement}
            </Button>
            <Button size="small" href={csvPath(loaderData.userId, filter)} download>
              {messages.download}
            </Button>
          </>
        }
      >
        <HistoryFilters filter={filter} onChange={change} />
        <OperationsTable
          operations={operations}
          isFiltered={search.size > 0}
          isLoading={isLoading}
        />
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
    </div>
  )
}

function csvPath(userId: string, filter: HistoryFilter): string {
  const query = new URLSearchParams(
    Object.entries(historyQuery(filter)).map(([name, value]) => [name, String(value)])
  )
  return `/api/v1/users/${userId}/finances/history.csv?${query}`
}
