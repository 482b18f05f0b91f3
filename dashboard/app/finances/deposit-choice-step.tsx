import type { LightningTerms } from '@mille/api/payments/endpoints.ts'
import { type DepositStores, lightningMethod } from '@mille/stores/payments/deposit.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { useStore } from '@nanostores/react'
import layout from '../page/layout.module.css'
import { lightningLimits } from './lightning-limits.ts'
import { depositMessages as messages } from './messages.ts'

export type DepositChoiceStepProps = {
  stores: DepositStores
  onDone: (currency: string, method: string) => void
}

/** The step that chooses the currency of the deposit and its blockchain network. */
export function DepositChoiceStep({ stores, onDone }: DepositChoiceStepProps) {
  const currencies = useStore(stores.$currencies)
  const chosen = useStore(stores.$currency)
  const method = useStore(stores.$paymentMethod)
  const names = Object.keys(currencies)
  const currency = names.find(it => it === chosen) ?? names[0] ?? ''
  const pairs = currencies[currency] ?? []
  const terms = useStore(stores.$lightning)
  const lightning = currency === 'btc' ? terms : null
  const types: string[] = [...new Set(pairs.map(it => it.token_type))]
  const methods = lightning === null ? types : [...types, lightningMethod]
  const current = methods.find(it => it === method) ?? methods[0] ?? ''

  return (
    <Card>
      <form
        className={layout.form}
        onSubmit={event => {
          event.preventDefault()
          stores.select(currency, current)
          onDone(currency, current)
        }}
      >
        <RadioCards
          label={messages.currency}
          name="currency"
          value={currency}
          options={names.map(name => ({
            value: name,
            label: messages.currencies[name]?.label ?? name.toUpperCase(),
            description: messages.currencies[name]?.description
          }))}
          onChange={name => stores.select(name, currencies[name]?.[0]?.token_type ?? '')}
        />
        <RadioCards
          label={messages.method}
          name="method"
          value={current}
          options={methods.map(type => ({
            value: type,
            ...(lightning === null ? methodTexts(pairs, type) : bitcoinTexts(type, lightning))
          }))}
          onChange={type => stores.select(currency, type)}
        />
        <div>
          <Button type="submit" variant="primary">
            {messages.choose}
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** The texts where the same currency can be paid on-chain or by Lightning. */
function bitcoinTexts(type: string, terms: LightningTerms) {
  if (type !== lightningMethod) return messages.onChain
  return messages.lightning(...lightningLimits(terms))
}

function methodTexts(pairs: Pairs, type: string) {
  return {
    label: `${firstCode(pairs, type)} ${messages.methods[type]?.label ?? type}`,
    description: messages.methods[type]?.description
  }
}

type Pairs = ReadonlyArray<{ token_code: string; token_type: string }>

/** Returns the first currency code for a payment method, which may have several. */
function firstCode(pairs: Pairs, type: string): string {
  return pairs.find(it => it.token_type === type)?.token_code ?? ''
}
