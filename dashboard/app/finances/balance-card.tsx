import type { AccountBalance, FinanceHold } from '@mille/api/finances/endpoints.ts'
import { ComparedAmount } from '@mille/ui/amount/compared-amount.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Facts } from '../page/facts.tsx'
import layout from '../page/layout.module.css'
import { BlockedFunds } from './blocked-funds.tsx'
import styles from './finances.module.css'
import { financeMessages as messages } from './messages.ts'

/** The available balance in one currency, and where the rest of the money is. */
export function BalanceCard({
  balance,
  holds
}: {
  balance: AccountBalance
  holds: readonly FinanceHold[]
}) {
  const { currency, available, ...places } = balance.attributes
  const facts = [
    [messages.held, places.held],
    // A withdrawal counts as pending until it is confirmed.
    [messages.pendingWithdrawals, places.pending_withdrawals],
    [messages.inCampaigns, places.in_campaigns],
    [messages.inAdUnits, places.in_ad_units],
    [messages.pendingDeposits, places.pending_deposits],
    ...(places.promotion === '0' ? [] : [[messages.promotion, places.promotion] as const])
  ] as const
  return (
    <Card>
      <div className={layout.tight}>
        <h2 className={styles.label}>
          {messages.available}, {currency}
        </h2>
        <ComparedAmount units={BigInt(available)} asset={currency} size="large" />
        <hr />
        <Facts
          facts={facts.map(([name, units]) => [
            name,
            <ComparedAmount key={name} units={BigInt(units)} asset={currency} size="small" />
          ])}
        />
        <div>
          <BlockedFunds holds={holds} />
        </div>
      </div>
    </Card>
  )
}
