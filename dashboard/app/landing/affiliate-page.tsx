import { parseAmount } from '@mille/money/amount.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { AmountField } from '@mille/ui/amount-field/amount-field.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { CodeBlock } from '@mille/ui/code-block/code-block.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useApp } from '../page/app-context.tsx'
import { Facts } from '../page/facts.tsx'
import layout from '../page/layout.module.css'
import { type LoadArgs, pageContext } from '../page/page-context.ts'
import { pageTitle } from '../page/page-title.ts'
import type { Route } from './+types/affiliate-page.ts'
import styles from './landing.module.css'
import { referralFor } from './landing-rules.ts'
import { LandingPoints, LandingStart } from './landing-start.tsx'
import { affiliate as messages } from './messages.ts'

const load = async ({ context }: LoadArgs) => ({ publicUrl: context.get(pageContext).publicUrl })

export const loader = load
export const clientLoader = load
export const meta = () => pageTitle(messages.title, messages.description)

export default function AffiliatePage({ loaderData }: Route.ComponentProps) {
  return (
    <div className={styles.page}>
      <LandingStart title={messages.title} lead={messages.lead} />
      <div className={`${layout.columns} ${layout.even}`}>
        <Calculator />
        <OwnLink publicUrl={loaderData.publicUrl} />
      </div>
      <LandingPoints points={messages.points} />
    </div>
  )
}

function Calculator() {
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

/** Its place is kept: three offers are 268 px high. */
function marketplaceCode(publicUrl: string, partner: string): string {
  return `<script type="module" async src="${publicUrl}/embed/v1/marketplace.js"></script>
<mille-marketplace partner="${partner}" style="display:block;min-height:268px"></mille-marketplace>`
}

function OwnLink({ publicUrl }: { publicUrl: string }) {
  const { session, popups } = useApp()
  const user = useStore(session.$user)
  return (
    <Card title={messages.link}>
      <div className={layout.stack}>
        {user === null ? (
          <>
            <p>{messages.signIn}</p>
            <div>
              <Button variant="primary" onClick={() => popups.open({ name: 'CREATE_ACCOUNT' })}>
                {messages.createAccount}
              </Button>
            </div>
          </>
        ) : (
          <>
            <CodeBlock label={messages.link} code={`${publicUrl}/?partner=${user.id}`} />
            <p className={layout.soft}>{messages.linkText}</p>
            <CodeBlock label={messages.widget} code={marketplaceCode(publicUrl, user.id)} />
            <p className={layout.soft}>{messages.widgetText}</p>
          </>
        )}
        <div className={layout.tight}>
          <h3>{messages.unit}</h3>
          <p className={layout.soft}>{messages.unitText}</p>
          <div>
            <Button href="/ad-units/new/">{messages.unitButton}</Button>
          </div>
        </div>
      </div>
    </Card>
  )
}
