import { parseAmount } from '@mille/money/amount.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { AmountField } from '@mille/ui/amount-field/amount-field.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useState } from 'react'
import { Facts } from '../page/facts.tsx'
import layout from '../page/layout.module.css'
import { referralFor } from './landing-rules.ts'
import { affiliate as messages } from './messages.ts'

/** Calculates a partner's commission from the spending of the advertisers that the partner brings. */
export function AffiliateCalculator() {
  const [advertisers, setAdvertisers] = useState('3')
  const [spending, setSpending] = useState('0.01')
  const count = /^\d{1,5}$/.test(advertisers.trim()) ? Number(advertisers) : null
  const isCount = count !== null && count <= 10_000
  const units = parseAmount(spending, 'btc')
  const brings = isCount && units !== null ? referralFor(count, units) : null
  return (
    <Card title={messages.calculator} description={messages.calculatorText}>
      <div className={layout.stack}>
        <TextField
          label={messages.advertisers}
          name="advertisers"
          inputMode="numeric"
          autoComplete="off"
          value={advertisers}
          error={isCount ? undefined : messages.wrongCount}
          onChange={event => setAdvertisers(event.target.value)}
        />
        <AmountField
          asset="BTC"
          label={messages.spending}
          name="spending"
          value={spending}
          error={units === null ? messages.wrongAmount : undefined}
          onChange={event => setSpending(event.target.value)}
        />
        {brings && (
          <div aria-live="polite">
            <Facts
              facts={[
                [messages.first, <Amount key="first" units={brings.first} asset="BTC" />],
                [messages.steady, <Amount key="steady" units={brings.steady} asset="BTC" />],
                [messages.year, <Amount key="year" units={brings.year} asset="BTC" />]
              ]}
            />
          </div>
        )}
      </div>
    </Card>
  )
}
