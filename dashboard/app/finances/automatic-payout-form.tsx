import type {
  AutomaticPayout,
  LightningTerms,
  WithdrawalOption
} from '@mille/api/payments/endpoints.ts'
import { amountText } from '@mille/money/amount.ts'
import type {
  AutomaticPayoutStores,
  PayoutMethod
} from '@mille/stores/payments/automatic-payouts.ts'
import { AmountField } from '@mille/ui/amount-field/amount-field.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { FormErrors } from '@mille/ui/form-errors/form-errors.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import { useApp } from '../page/app-context.tsx'
import { formatMoment, formatMoney } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { fieldText, problemText } from '../page/messages.ts'
import { lightningLimits } from './lightning-limits.ts'
import { automaticMessages as messages } from './messages.ts'

export type AutomaticPayoutFormProps = {
  stores: AutomaticPayoutStores
  /** The terms of the chain, and of Lightning for BTC. At least one of them is there. */
  option: WithdrawalOption | null
  lightning: LightningTerms | null
}
type Typed = Record<PayoutMethod, { address: string; threshold: string }>

/** The form for automatic payouts in one currency: the method where there are two, the address and the threshold. */
export function AutomaticPayoutForm(props: AutomaticPayoutFormProps) {
  const { stores, option, lightning } = props
  const code = option?.token_code ?? 'BTC'
  const rule = useStore(stores.$rules).find(it => it.attributes.token_code === code)
  const { fields, general = [] } = useStore(stores.$problems)[code] ?? {}
  const isSaving = useStore(stores.$isSaving)
  const { stepUp } = useApp()
  const toast = useToast()
  const [chosen, setChosen] = useState(rule?.attributes.method ?? 'chain')
  const [typed, setTyped] = useState(() => typedAtFirst(props, rule))
  const [attempt, setAttempt] = useState(0)
  const method = option === null ? 'lightning' : lightning === null ? 'chain' : chosen
  const labels = labelsOf(props, method)
  const error = {
    address: fieldText(labels.addressName, fields?.address),
    threshold: fieldText(messages.threshold, fields?.threshold)
  }
  const change = (patch: Partial<Typed[PayoutMethod]>) =>
    setTyped(now => ({ ...now, [method]: { ...now[method], ...patch } }))

  async function save(event: FormEvent) {
    event.preventDefault()
    const isSaved = await stores.save({ tokenCode: code, method, ...typed[method] }, stepUp.guard)
    if (isSaved) toast.show({ title: messages.saved })
    else setAttempt(attempt + 1)
  }

  const ids = { address: `automatic-address-${code}`, threshold: `automatic-threshold-${code}` }
  return (
    <form className={layout.form} onSubmit={event => void save(event)} noValidate>
      <FormErrors
        attempt={attempt}
        errors={[
          ...(error.address ? [{ field: ids.address, message: error.address }] : []),
          ...(error.threshold ? [{ field: ids.threshold, message: error.threshold }] : []),
          ...general.map(it => ({ message: problemText(it) }))
        ]}
      />
      {rule && <Standing rule={rule} hasLightning={lightning !== null} />}
      {option && lightning && <Method {...{ method, lightning }} onChange={setChosen} />}
      <TextField
        id={ids.address}
        label={labels.address}
        name={ids.address}
        isCode
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={typed[method].address}
        error={error.address}
        help={labels.addressHelp}
        onChange={event => change({ address: event.target.value })}
      />
      <AmountField
        id={ids.threshold}
        asset={option?.currency ?? 'BTC'}
        label={messages.thresholdOf(option?.currency ?? 'BTC')}
        name={ids.threshold}
        value={typed[method].threshold}
        error={error.threshold}
        help={labels.thresholdHelp}
        onChange={event => change({ threshold: event.target.value })}
      />
      <div className={layout.row}>
        <Button type="submit" isLoading={isSaving}>
          {rule ? messages.change : messages.start}
        </Button>
        {rule && <End stores={stores} rule={rule} />}
      </div>
    </form>
  )
}

/** Returns what the fields of each method contain at first: what is set, or what was used before. */
function typedAtFirst(
  { option, lightning }: AutomaticPayoutFormProps,
  rule: AutomaticPayout | undefined
): Typed {
  const text = (units: string | undefined) => amountText(BigInt(units ?? 0), 'btc')
  const typed = {
    chain: { address: option?.addresses[0]?.address ?? '', threshold: text(option?.minimum) },
    lightning: { address: '', threshold: text(lightning?.minimum) }
  }
  if (!rule) return typed
  const { method, address, threshold } = rule.attributes
  return { ...typed, [method]: { address, threshold: text(threshold) } }
}

function labelsOf({ option, lightning }: AutomaticPayoutFormProps, method: PayoutMethod) {
  if (method === 'lightning' && lightning)
    return {
      address: messages.lightningAddress,
      addressName: messages.lightningAddress,
      addressHelp: messages.lightningExample,
      thresholdHelp: messages.lightningThreshold(...lightningLimits(lightning))
    }
  return {
    address: messages.addressOf(option?.token_code ?? ''),
    addressName: messages.address,
    addressHelp: undefined,
    thresholdHelp: option
      ? messages.minimum(formatMoney(BigInt(option.minimum), option.currency))
      : undefined
  }
}

type MethodProps = {
  method: PayoutMethod
  lightning: LightningTerms
  onChange: (method: PayoutMethod) => void
}

function Method({ method, lightning, onChange }: MethodProps) {
  const [minimum] = lightningLimits(lightning)
  return (
    <RadioCards
      label={messages.method}
      name="automatic-method"
      value={method}
      options={[
        { value: 'chain', ...messages.toChain },
        { value: 'lightning', ...messages.toLightning(minimum) }
      ]}
      onChange={onChange}
    />
  )
}

function End({ stores, rule }: { stores: AutomaticPayoutStores; rule: AutomaticPayout }) {
  const toast = useToast()
  async function end() {
    const problem = await stores.end(rule.attributes.currency)
    toast.show(problem ? { title: problemText(problem), tone: 'alarm' } : { title: messages.ended })
  }
  return (
    <Button variant="quiet" onClick={() => void end()}>
      {messages.stop}
    </Button>
  )
}

type StandingProps = { rule: AutomaticPayout; hasLightning: boolean }

/**
 * The current state of automatic payouts: waiting for the threshold, for a new address to become usable, for the daily
 * limit, or for another attempt by Lightning.
 */
function Standing({ rule: { attributes }, hasLightning }: StandingProps) {
  const { method, threshold, currency, usable_at: until, is_frozen: isFrozen, problem } = attributes
  const amount = formatMoney(BigInt(threshold), currency)
  const next = attributes.next_try_at && formatMoment(attributes.next_try_at)
  const isLightning = method === 'lightning'
  if (isLightning && !hasLightning) return <Notice tone="warning">{messages.lightningOff}</Notice>
  if (isFrozen) return <Notice tone="warning">{messages.frozen(formatMoment(until))}</Notice>
  if (problem !== null && isLightning && problem !== 'amount_over_limit')
    return (
      <Notice tone="warning" title={messages.failed}>
        {problemText({ code: problem, detail: attributes.problem_detail ?? '' })}{' '}
        {next ? messages.retried(next) : messages.retriedSoon}
      </Notice>
    )
  if (problem !== null)
    return <Notice tone="warning">{problemText({ code: problem, detail: messages.waits })}</Notice>
  return (
    <Notice>
      {isLightning ? messages.onLightning(amount) : messages.on(amount)}{' '}
      {next && messages.nextTry(next)}
    </Notice>
  )
}
