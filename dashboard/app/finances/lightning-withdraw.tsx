import type { LightningTerms } from '@mille/api/payments/endpoints.ts'
import { maximumRoutingFee } from '@mille/api/payments/routing-limit.ts'
import { bitcoinOption } from '@mille/stores/payments/bitcoin-option.ts'
import { createLightningWithdrawal } from '@mille/stores/payments/lightning-withdrawal.ts'
import type { InvoiceFacts } from '@mille/stores/payments/read-invoice.ts'
import type { WithdrawalStores } from '@mille/stores/payments/withdrawals.ts'
import type { Problem } from '@mille/stores/shared/problems.ts'
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
import { lightningLimits } from './lightning-limits.ts'
import { LightningRefusal } from './lightning-refusal.tsx'
import {
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

const fieldId = 'withdraw-invoice'
const show = (units: string | bigint) => formatMoney(BigInt(units), 'BTC')

/** A withdrawal by Lightning: an invoice that the reader's wallet made, and what it pays. */
export function LightningWithdraw({ list, terms, freezeHours, onChain }: LightningWithdrawProps) {
  const api = useApi()
  const [stores] = useState(() => createLightningWithdrawal(api, list))
  const text = useStore(stores.$text)
  const facts = useStore(stores.$facts)
  const problem = useStore(stores.$problem)
  const isSending = useStore(stores.$isSending)
  const option = bitcoinOption(useStore(list.$options))
  const error = refusalText(useStore(stores.$refusal), terms, option)
  const { stepUp } = useApp()
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
            errors={error === undefined ? [] : [{ field: fieldId, message: error }]}
          />
          <TextField
            id={fieldId}
            label={messages.invoice}
            name="invoice"
            isCode
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={text}
            error={error}
            help={messages.limits(...lightningLimits(terms))}
            onChange={event => stores.setText(event.target.value)}
          />
          <ul className={styles.terms}>
            {messages.terms.map(it => (
              <li key={it}>{it}</li>
            ))}
            {freezeHours > 0 && <li>{messages.waits(freezeHours)}</li>}
          </ul>
          <LightningRefusal {...{ problem, messages, onChain }} />
          <div>
            <Button type="submit" variant="primary" isLoading={isSending}>
              {messages.submit}
            </Button>
          </div>
          <p className={`${layout.soft} ${layout.small}`}>{messages.confirm}</p>
        </form>
      </Card>
      {(facts || option) && (
        <Card>
          <InvoiceTerms facts={facts} option={option} />
        </Card>
      )}
    </div>
  )
}

type Option = ReturnType<typeof bitcoinOption>

/** Returns what is wrong with an invoice and what to do about it. */
function refusalText(
  problem: Problem | null,
  terms: LightningTerms,
  option: Option
): string | undefined {
  if (problem === null) return undefined
  const known = refusalMessages[problem.code as keyof typeof refusalMessages]
  if (known === undefined) return problemText(problem)
  if (typeof known === 'string') return known
  const at = /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(problem.detail)?.[0]
  // Without the terms of the chain, only the server knows the balance and the daily limit.
  if (!option && (problem.code === 'amount_over_limit' || problem.code === 'insufficient_funds'))
    return problemText(problem)
  const [minimum, maximum] = lightningLimits(terms)
  return known({
    ...{ minimum, maximum },
    available: show(option?.available ?? 0n),
    left: show(option?.left_today ?? 0n),
    at: at === undefined ? problem.detail : formatMoment(at)
  })
}

/** What an invoice pays and what that costs at most, beside the balance that pays it. */
function InvoiceTerms({ facts, option }: { facts: InvoiceFacts | null; option: Option }) {
  const amountOf = (units: bigint) => <ComparedAmount units={units} asset="BTC" size="small" />
  const amount = facts?.amount ?? null
  const fee = amount === null ? 0n : maximumRoutingFee(amount)
  const names = messages.facts
  return (
    <>
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
          ...(facts
            ? ([[names.expires, formatMoment(facts.expiresAt.toISOString())]] as const)
            : []),
          ...(facts?.description
            ? ([[names.description, <bdi key="description">{facts.description}</bdi>]] as const)
            : [])
        ]}
      />
      {!facts && <p className={`${layout.soft} ${layout.small}`}>{messages.noInvoice}</p>}
    </>
  )
}
