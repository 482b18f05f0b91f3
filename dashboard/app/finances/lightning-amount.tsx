import type { LightningTerms } from '@mille/api/payments/endpoints.ts'
import { type LightningStores, limitText } from '@mille/stores/payments/lightning-deposit.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { useStore } from '@nanostores/react'
import layout from '../page/layout.module.css'
import { fieldText } from '../page/messages.ts'
import { DepositConsent, useConsent } from './deposit-consent.tsx'
import styles from './finances.module.css'
import { LightningAmountField } from './lightning-amount-field.tsx'
import { lightningMessages as messages } from './lightning-messages.ts'
import { LightningRefusal } from './lightning-refusal.tsx'

export type LightningAmountProps = {
  stores: LightningStores
  terms: LightningTerms
  currency: 'btc' | 'satoshi'
  onMade: (id: string) => void
  onChain: (() => void) | undefined
}

/** The form with the amount of an invoice, its limits, and the terms of a deposit by Lightning. */
export function LightningAmount(props: LightningAmountProps) {
  const { stores, terms, currency, onMade, onChain } = props
  const text = useStore(stores.$text)
  const { fields, general } = useStore(stores.$problems)
  const isMaking = useStore(stores.$isMaking)
  const consent = useConsent()
  const isSaving = useStore(consent.$isSaving)
  const [problem] = general

  async function submit() {
    if (!(await consent.agree())) return
    const id = await stores.make()
    if (id !== null) onMade(id)
  }

  return (
    <Card title={messages.title} description={messages.text}>
      <form
        className={layout.form}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
      >
        <LightningAmountField
          currency={currency}
          label={messages.amount}
          help={messages.limits(
            limitText(terms.minimum, currency),
            limitText(terms.maximum, currency)
          )}
          name="lightning"
          value={text}
          error={fieldText(messages.amount, fields.amount)}
          onChange={event => stores.setText(event.target.value)}
        />
        <ul className={styles.terms}>
          {messages.terms.map(it => (
            <li key={it}>{it}</li>
          ))}
        </ul>
        <DepositConsent stores={consent} />
        <LightningRefusal {...{ problem, messages, onChain }} />
        <div>
          <Button type="submit" variant="primary" isLoading={isMaking || isSaving}>
            {messages.make}
          </Button>
        </div>
      </form>
    </Card>
  )
}
