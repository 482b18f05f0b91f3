import type { OrderStores } from '@mille/stores/publication-orders/order.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { useStore } from '@nanostores/react'
import { marketplaceMessages } from '../marketplace/messages.ts'
import { Facts } from '../page/facts.tsx'
import { formatMoment } from '../page/formats.ts'
import { orderMessages as messages } from './messages.ts'

/** The agreed terms, the payments so far, and when the order moves on automatically. */
export function OrderTerms({ stores }: { stores: OrderStores }) {
  const { data } = useStore(stores.$order)
  const { asset, ...it } = data.attributes
  const amount = (units: string, key: string) => (
    <Amount key={key} units={BigInt(units)} asset={asset} />
  )
  return (
    <Card title={messages.terms}>
      <Facts
        facts={[
          [messages.price, amount(it.amount, 'price')],
          ...(it.rate === null
            ? []
            : ([
                [
                  messages.rate,
                  <span key="rate">
                    <Amount units={BigInt(it.rate)} asset="USD" /> {messages.perBitcoin}
                  </span>
                ]
              ] as const)),
          [messages.feeLabel, messages.fee(String(it.fee_basis_points / 100))],
          [messages.turnaround, marketplaceMessages.days(it.turnaround_days)],
          [
            messages.site,
            <Link key="site" href={`/marketplace/${it.offer_id}`}>
              {it.domain_name}
            </Link>
          ],
          [messages.released, amount(it.released, 'released')],
          ...(it.refunded === '0'
            ? []
            : ([[messages.refunded, amount(it.refunded, 'refunded')]] as const)),
          ...(it.due_at === null
            ? []
            : ([
                [
                  messages.due,
                  <time key="due" dateTime={it.due_at}>
                    {formatMoment(it.due_at)}
                  </time>
                ]
              ] as const))
        ]}
      />
    </Card>
  )
}
