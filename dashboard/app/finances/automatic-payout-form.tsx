import type { AutomaticPayout, WithdrawalOption } from '@mille/api/payments/endpoints.ts'
import { amountText } from '@mille/money/amount.ts'
import type { AutomaticPayoutStores } from '@mille/stores/payments/automatic-payouts.ts'
import { AmountField } from '@mille/ui/amount-field/amount-field.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { FormErrors } from '@mille/ui/form-errors/form-errors.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import { useApp } from '../page/app-context.tsx'
import { formatMoment, formatMoney } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { fieldText, problemText } from '../page/messages.ts'
import { automaticMessages as messages } from './messages.ts'

export type AutomaticPayoutFormProps = { stores: AutomaticPayoutStores; option: WithdrawalOption }

/** The form for automatic payouts in one currency: the threshold and the address. */
export function AutomaticPayoutForm({ stores, option }: AutomaticPayoutFormProps) {
  const { currency, token_code: code } = option
  const rule = useStore(stores.$rules).find(it => it.attributes.token_code === code)
  const problems = useStore(stores.$problems)[code]
  const isSaving = useStore(stores.$isSaving)
  const { stepUp } = useApp()
  const toast = useToast()
  const [address, setAddress] = useState(
    rule?.attributes.address ?? option.addresses[0]?.address ?? ''
  )
  const [threshold, setThreshold] = useState(
    amountText(BigInt(rule?.attributes.threshold ?? option.minimum), 'btc')
  )
  const [attempt, setAttempt] = useState(0)
  const addressError = fieldText(messages.address, problems?.fields.address)
  const thresholdError = fieldText(messages.threshold, problems?.fields.threshold)

  async function save(event: FormEvent) {
    event.preventDefault()
    const isSaved = await stores.save({ tokenCode: code, address, threshold }, stepUp.guard)
    if (isSaved) toast.show({ title: messages.saved })
    else setAttempt(attempt + 1)
  }

  async function end() {
    const problem = await stores.end(currency)
    toast.show(problem ? { title: problemText(problem), tone: 'alarm' } : { title: messages.ended })
  }

  const ids = { address: `automatic-address-${code}`, threshold: `automatic-threshold-${code}` }
  return (
    <form className={layout.form} onSubmit={event => void save(event)} noValidate>
      <FormErrors
        attempt={attempt}
        errors={[
          ...(addressError ? [{ field: ids.address, message: addressError }] : []),
          ...(thresholdError ? [{ field: ids.threshold, message: thresholdError }] : []),
          ...(problems?.general ?? []).map(it => ({ message: problemText(it) }))
        ]}
      />
      {rule && <Standing rule={rule} />}
      <TextField
        id={ids.address}
        label={messages.addressOf(code)}
        name={ids.address}
        isCode
        autoComplete="off"
        spellCheck={false}
        value={address}
        error={addressError}
        onChange={event => setAddress(event.target.value)}
      />
      <AmountField
        id={ids.threshold}
        asset={currency}
        label={messages.thresholdOf(currency)}
        name={ids.threshold}
        value={threshold}
        error={thresholdError}
        help={messages.minimum(formatMoney(BigInt(option.minimum), currency))}
        onChange={event => setThreshold(event.target.value)}
      />
      <div className={layout.row}>
        <Button type="submit" isLoading={isSaving}>
          {rule ? messages.change : messages.start}
        </Button>
        {rule && (
          <Button variant="quiet" onClick={() => void end()}>
            {messages.stop}
          </Button>
        )}
      </div>
    </form>
  )
}

/**
 * The current state of automatic payouts: waiting for the threshold, for a new address to become usable, or for the
 * daily limit.
 */
function Standing({ rule: { attributes } }: { rule: AutomaticPayout }) {
  const { threshold, currency, usable_at: until, is_frozen: isFrozen, problem } = attributes
  if (isFrozen) return <Notice tone="warning">{messages.frozen(formatMoment(until))}</Notice>
  if (problem !== null)
    return <Notice tone="warning">{problemText({ code: problem, detail: messages.waits })}</Notice>
  return <Notice>{messages.on(formatMoney(BigInt(threshold), currency))}</Notice>
}
