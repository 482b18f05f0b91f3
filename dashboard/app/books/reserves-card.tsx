import type { BooksReserve } from '@mille/api/books/endpoints.ts'
import { coveredPercent } from '@mille/stores/open-books/open-books.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Facts } from '../page/facts.tsx'
import { formatMoment } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { booksMessages as messages } from './messages.ts'

/** What the network owes compared with what it holds on the blockchains, for each currency. */
export function ReservesCard({ reserves }: { reserves: readonly BooksReserve[] }) {
  return (
    <Card title={messages.reserves} description={messages.reservesText}>
      <div className={layout.stack}>
        {reserves.length === 0 && <p className={layout.soft}>{messages.noReserves}</p>}
        {reserves.map(it => (
          <Facts
            key={it.asset}
            facts={[
              [
                messages.owed,
                <Amount key="owed" units={BigInt(it.liabilities)} asset={it.asset} />
              ],
              [messages.held, <Amount key="held" units={BigInt(it.holdings)} asset={it.asset} />],
              [messages.covers, <Covered key="covered" reserve={it} />],
              [messages.checked, formatMoment(it.checked_at)]
            ]}
          />
        ))}
      </div>
    </Card>
  )
}

function Covered({ reserve: { holdings, liabilities } }: { reserve: BooksReserve }) {
  const percent = coveredPercent(holdings, liabilities)
  if (percent === null) return messages.nothingOwed
  const isCovered = BigInt(holdings) >= BigInt(liabilities)
  return <Badge tone={isCovered ? 'positive' : 'negative'}>{messages.percent(percent)}</Badge>
}
