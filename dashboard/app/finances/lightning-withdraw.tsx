import type { LightningTerms } from '@mille/api/payments/endpoints.ts'
import { maximumRoutingFee } from '@mille/api/payments/routing-limit.ts'
import { bitcoinOption } from '@mille/stores/payments/bitcoin-option.ts'
import {
  createLightningWithdrawal,
  type LightningRefusal as Refusal
} from '@mille/stores/payments/lightning-withdrawal.ts'
import type { InvoiceFacts } from '@mille/stores/payments/read-invoice.ts'
import type { WithdrawalStores } from '@mille/stores/payments/withdrawals.ts'
import { ComparedAmount } from '@mille/ui/amount/compared-amount.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { FormErrors } from '@mille/ui/form-errors/form-errors.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import { useApi, useApp } from '../page/app-context.tsx'
import { Facts } from '../page/facts.tsx'
import { formatMoment, formatMoney } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { problemText } from '../page/messages.ts'
import styles from './finances.module.css'
import { LightningAmountField, useLightningCurrency } from './lightning-amount-field.tsx'
import { lightningLimits } from './lightning-limits.ts'
import { LightningRefusal } from './lightning-refusal.tsx'
import {
  addressRefusalMessages,
  lightningWithdrawMessages as messages,
  refusalMessages
} from './lightning-withdraw-messages.ts'

export type LightningWithdrawProps = {
  list: WithdrawalStores
  terms: LightningTerms
  freezeHours: number
  /** Opens the form for the chain, where there is one. */
  onChain: (() => void) | undefined
}

const fieldIds = { recipient: 'withdraw-invoice', amount: 'withdraw-lightning-amount' } as const
const show = (units: string | bigint) => formatMoney(BigInt(units), 'BTC')

/** A withdrawal by Lightning: an invoice that the reader's wallet made, or a Lightning Address and an amount. */
export function LightningWithdraw({ list, terms, freezeHours, onChain }: LightningWithdrawProps) {
  const api = useApi()
  const { stepUp } = useApp()
  const currency = useLightningCurrency()
  const [stores] = useState(() => createLightningWithdrawal(api, list, currency))
  const text = useStore(stores.$text)
  const isAddress = useStore(stores.$isAddress)
  const problem = useStore(stores.$problem)
  const isSending = useStore(stores.$isSending)
  const option = bitcoinOption(useStore(list.$options))
  const refusal = useStore(stores.$refusal)
  const error = refusal ? refusalText(refusal, isAddress, terms, option) : undefined
  const errorAt = (field: Refusal['field']) => (refusal?.field === field ? error : undefined)
  const toast = useToast()
  const [attempt, setAttempt] = useState(0)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (await stores.pay(stepUp.guard)) toast.show({ title: messages.asked })
    else setAttempt(now => now + 1)
  }

  return (
    <div className={`${layout.columns} ${layout.asideFirst}`}>
      <Card>
        <form className={layout.form} onSubmit={event => void submit(event)} noValidate>
          <FormErrors
            attempt={attempt}
            errors={refusal && error ? [{ field: fieldIds[refusal.field], message: error }] : []}
          />
          <TextField
            id={fieldIds.recipient}
            label={messages.invoice}
            name="invoice"
            isCode
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={text}
            error={errorAt('recipient')}
            help={messages.limits(...lightningLimits(terms))}
            onChange={event => stores.setText(event.target.value)}
          />
          {isAddress && <AddressAmount {...{ stores, currency, error: errorAt('amount') }} />}
          <ul className={styles.terms}>
            {messages.terms.map(it => (
              <li key={it}>{it}</li>
            ))}
            {freezeHours > 0 && <li>{messages.waits(freezeHours)}</li>}
          </ul>
          <LightningRefusal {...{ problem, messages, onChain }} />
          <div>
            <Button type="submit" variant="primary" isLoading={isSending}>
              {isAddress ? messages.submitAddress : messages.submit}
            </Button>
          </div>
          <p className={`${layout.soft} ${layout.small}`}>{messages.confirm}</p>
        </form>
      </Card>
      <PaymentTerms stores={stores} option={option} />
    </div>
  )
}

type Stores = ReturnType<typeof createLightningWithdrawal>
type AddressAmountProps = {
  stores: Stores
  currency: 'btc' | 'satoshi'
  error: string | undefined
}

/** The amount that a Lightning Address receives. An invoice has its own. */
function AddressAmount({ stores, currency, error }: AddressAmountProps) {
  return (
    <LightningAmountField
      id={fieldIds.amount}
      currency={currency}
      label={messages.facts.amount}
      name="lightning-amount"
      value={useStore(stores.$amountText)}
      error={error}
      onChange={event => stores.setAmount(event.target.value)}
    />
  )
}

type Option = ReturnType<typeof bitcoinOption>

/** Returns what is wrong with an invoice or with an address, and what to do about it. */
function refusalText(
  refusal: Refusal,
  isAddress: boolean,
  terms: LightningTerms,
  option: Option
): string {
  const { code, detail } = refusal
  const texts = isAddress ? addressRefusalMessages : refusalMessages
  const known = texts[code as keyof typeof texts]
  // What the server of the address says is more exact, as are its limits.
  if (known === undefined || (isAddress && detail !== '')) return problemText(refusal)
  if (typeof known === 'string') return known
  const at = /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(detail)?.[0]
  // Without the terms of the chain, only the server knows the balance and the daily limit.
  if (!option && (code === 'amount_over_limit' || code === 'insufficient_funds'))
    return problemText(refusal)
  const [minimum, maximum] = lightningLimits(terms)
  return known({
    ...{ minimum, maximum },
    available: show(option?.available ?? 0n),
    left: show(option?.left_today ?? 0n),
    at: at === undefined ? detail : formatMoment(at)
  })
}

/** What is paid and what that costs at most, beside the balance that pays it. */
function PaymentTerms({ stores, option }: { stores: Stores; option: Option }) {
  const isAddress = useStore(stores.$isAddress)
  const facts = useStore(stores.$facts)
  const amount = useStore(stores.$amount)
  if (!facts && !option && amount === null) return null
  const fee = amount === null ? 0n : maximumRoutingFee(amount)
  return (
    <Card>
      <Facts
        facts={[
          ...(option
            ? ([
                [names.available, amountOf(BigInt(option.available))],
                [names.left, amountOf(BigInt(option.left_today))]
              ] as const)
            : []),
          ...(amount === null
            ? []
            : ([
                [names.amount, amountOf(amount)],
                [names.fee, amountOf(fee)],
                [names.total, amountOf(amount + fee)]
              ] as const)),
          ...(facts && !isAddress ? invoiceFacts(facts) : [])
        ]}
      />
      {!facts && amount === null && (
        <p className={`${layout.soft} ${layout.small}`}>{messages.noInvoice}</p>
      )}
    </Card>
  )
}

const names = messages.facts
const amountOf = (units: bigint) => <ComparedAmount units={units} asset="BTC" size="small" />

function invoiceFacts({ expiresAt, description }: InvoiceFacts) {
  return [
    [names.expires, formatMoment(expiresAt.toISOString())] as const,
    ...(description
      ? [[names.description, <bdi key="description">{description}</bdi>] as const]
      : [])
  ]
}
