import { filterOfSearch, searchOfFilter } from '@mille/stores/finances/history-filter.ts'
import { redirect } from 'react-router'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/finances-page.ts'
import { BalanceCard } from './balance-card.tsx'
import { daysUpTo } from './days-up-to.ts'
import styles from './finances.module.css'
import { FinancesChart } from './finances-chart.tsx'
import { FinancesFrame } from './finances-frame.tsx'
import { MaturingCard } from './maturing-card.tsx'
import { financeMessages as messages } from './messages.ts'

const days = 30

async function load(args: LoadArgs) {
  // Addresses that filter the history redirect to the history page, because older links point here.
  const search = searchOfFilter(filterOfSearch(new URL(args.request.url).searchParams))
  if (search.size > 0) throw redirect(`/finances/history?${search}`)
  const { api, readAccount } = args.context.get(pageContext)
  const userId = answerOf(await readAccount(), args).data.id
  const shown = daysUpTo(new Date(), days)
  const [balances, holds, stats, earnings] = await Promise.all([
    api.finances.readBalances({ userId }),
    api.finances.readHolds({ userId, 'page[limit]': 100 }),
    api.finances.readStats({ userId, from: shown[0], to: shown.at(-1) }),
    api.earnings.listEarnings({ userId, 'page[limit]': 50 })
  ])
  return {
    balances: answerOf(balances, args).data,
    holds: answerOf(holds, args).data,
    stats: answerOf(stats, args).data,
    earnings: answerOf(earnings, args),
    days: shown
  }
}

export const loader = load
export const clientLoader = load
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

/** An account's balance in each currency, its upcoming earnings and its recent movements. */
export default function FinancesPage({ loaderData }: Route.ComponentProps) {
  const { balances, holds, earnings, stats, days } = loaderData
  return (
    <FinancesFrame description={messages.description}>
      <div className={styles.balances}>
        {balances.map(balance => (
          <BalanceCard
            key={balance.id}
            balance={balance}
            holds={holds.filter(it => it.attributes.currency === balance.attributes.currency)}
          />
        ))}
      </div>
      <MaturingCard earnings={earnings} />
      <FinancesChart stats={stats} days={days} />
    </FinancesFrame>
  )
}
