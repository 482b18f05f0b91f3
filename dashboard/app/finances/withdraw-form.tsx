import type { TokenCode, WithdrawalOption } from '@mille/api/payments/endpoints.ts'
import { oneSpelling } from '@mille/api/payments/one-spelling.ts'
import { amountText, parseAmount } from '@mille/money/amount.ts'
import type { WithdrawalStores } from '@mille/stores/payments/withdrawals.ts'
import { ComparedAmount } from '@mille/ui/amount/compared-amount.tsx'
import { AmountField } from '@mille/ui/amount-field/amount-field.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { FormErrors } from '@mille/ui/form-errors/form-errors.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { Progress } from '@mille/ui/progress/progress.tsx'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import { useApp } from '../page/app-context.tsx'
import { Facts } from '../page/facts.tsx'
import { formatMoment, formatMoney } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { fieldText, problemText } from '../page/messages.ts'
import { withdrawMessages as messages } from './messages.ts'

export type WithdrawFormProps = { stores: WithdrawalStores; freezeHours: number; nowMs: number }

/**
 * The withdrawal form: currency, address and amount. It shows the fee and the amount received before the request is
 * sent.
 */
export function WithdrawForm({ stores, freezeHours, nowMs }: WithdrawFormProps) {
  const options = useStore(stores.$options)
  const problems = useStore(stores.$problems)
  const isSending = useStore(stores.$isSending)
  const { stepUp } = useApp()
  const toast = useToast()
  const [code, setCode] = useState(options[0]?.token_code ?? null)
  const [typed, setTyped] = useState<Typed>({ address: '', amount: '' })
  const [attempt, setAttempt] = useState(0)
  const option = options.find(it => it.token_code === code)
  if (!option) return null
  const errors = {
    address: fieldText(messages.address, problems.fields.address),
    amount: fieldText(messages.amount, problems.fields.amount)
  }
  const change = (patch: Partial<Typed>) => setTyped(now => ({ ...now, ...patch }))

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (await stores.withdraw({ tokenCode: code, ...typed }, stepUp.guard)) {
      change({ amount: '' })
      toast.show({ title: messages.asked })
    } else setAttempt(attempt + 1)
  }

  const choice = <TokenChoice options={options} code={code} onChange={setCode} />
  if (BigInt(option.available) < BigInt(option.minimum))
    return (
      <Card>
        <div className={layout.form}>
          {choice}
          <TooLittle option={option} />
        </div>
      </Card>
    )

  return (
    <div className={`${layout.columns} ${layout.asideFirst}`}>
      <Card>
        <form className={layout.form} onSubmit={event => void submit(event)} noValidate>
          <FormErrors
            attempt={attempt}
            errors={[
              ...(errors.address ? [{ field: 'withdraw-address', message: errors.address }] : []),
              ...(errors.amount ? [{ field: 'withdraw-amount', message: errors.amount }] : []),
              ...problems.general.map(it => ({ message: problemText(it) }))
            ]}
          />
          {choice}
          <WithdrawFields {...{ option, typed, errors, change, freezeHours, nowMs }} />
          <div className={layout.row}>
            <Button type="submit" variant="primary" isLoading={isSending}>
              {messages.submit}
            </Button>
            <Button
              variant="quiet"
              onClick={() => change({ amount: amountText(BigInt(option.available), 'btc') })}
            >
              {messages.all}
            </Button>
          </div>
          <p className={`${layout.soft} ${layout.small}`}>{messages.confirm}</p>
        </form>
      </Card>
      <Terms option={option} amount={typed.amount} />
    </div>
  )
}

type TokenChoiceProps = {
  options: readonly WithdrawalOption[]
  code: TokenCode | null
  onChange: (code: TokenCode) => void
}

function TokenChoice({ options, code, onChange }: TokenChoiceProps) {
  if (options.length < 2) return null
  return (
    <RadioCards
      label={messages.token}
      name="token"
      value={code}
      options={options.map(it => ({ value: it.token_code, label: it.token_code }))}
      onChange={onChange}
    />
  )
}

type Typed = { address: string; amount: string }
type FieldsProps = Omit<WithdrawFormProps, 'stores'> & {
  option: WithdrawalOption
  typed: Typed
  errors: { [field in keyof Typed]: string | undefined }
  change: (patch: Partial<Typed>) => void
}

/** The fields for the address and the amount. */
function WithdrawFields({ option, typed, errors, change, freezeHours, nowMs }: FieldsProps) {
  return (
    <>
      <TextField
        id="withdraw-address"
        label={messages.address}
        name="address"
        isCode
        autoComplete="off"
        spellCheck={false}
        value={typed.address}
        error={errors.address}
        help={<KnownAddresses option={option} onChoose={address => change({ address })} />}
        onChange={event => change({ address: event.target.value })}
      />
      <Frozen option={option} address={typed.address} hours={freezeHours} nowMs={nowMs} />
      <AmountField
        id="withdraw-amount"
        asset={option.currency}
        label={messages.amount}
        name="amount"
        value={typed.amount}
        error={errors.amount}
        help={messages.approval(formatMoney(BigInt(option.approval_above), option.currency))}
        onChange={event => change({ amount: event.target.value })}
      />
    </>
  )
}

/** Says how much is missing until the balance reaches the minimum withdrawal. */
function TooLittle({ option }: { option: WithdrawalOption }) {
  const { available, minimum, currency } = option
  const show = (units: string) => formatMoney(BigInt(units), currency)
  return (
    <>
      <Progress
        label={messages.tooLittle}
        value={Number(available) / Number(minimum)}
        detail={messages.ofMinimum(show(available), show(minimum))}
      />
      <p className={layout.soft}>{messages.tooLittleText}</p>
    </>
  )
}

function Terms({ option, amount }: { option: WithdrawalOption; amount: string }) {
  const { currency } = option
  const fee = BigInt(option.fee)
  const units = parseAmount(amount, 'btc') ?? 0n
  const arrives = units > fee ? units - fee : 0n
  const show = (value: bigint) => <ComparedAmount units={value} asset={currency} size="small" />
  return (
    <Card>
      <Facts
        facts={[
          [messages.available, show(BigInt(option.available))],
          [messages.minimum, show(BigInt(option.minimum))],
          [messages.left, show(BigInt(option.left_today))],
          [messages.fee, show(fee)],
          [messages.received, show(arrives)]
        ]}
      />
    </Card>
  )
}

function KnownAddresses({
  option,
  onChoose
}: {
  option: WithdrawalOption
  onChoose: (address: string) => void
}) {
  if (option.addresses.length === 0) return null
  return (
    <>
      {messages.knownAddresses}:{' '}
      {option.addresses.slice(0, 3).map(it => (
        <span key={it.address}>
          <button
            type="button"
            className={layout.textButton}
            onClick={() => onChoose(it.address)}
            title={it.address}
          >
            {it.address.slice(0, 8)}…{it.address.slice(-6)}
          </button>{' '}
        </span>
      ))}
    </>
  )
}

/** Says from when a new address can receive payouts. An account's first address is usable at once. */
function Frozen(props: {
  option: WithdrawalOption
  address: string
  hours: number
  nowMs: number
}) {
  const { option, address, hours, nowMs } = props
  const known = option.addresses.find(it => it.address === oneSpelling(address.trim()))
  if (known?.is_frozen)
    return <Notice tone="warning">{messages.frozenUntil(formatMoment(known.usable_at))}</Notice>
  const isNew = address.trim() !== '' && !known && option.addresses.length > 0
  if (hours === 0 || !isNew) return null
  const until = new Date(nowMs + hours * 3_600_000).toISOString()
  return <Notice tone="warning">{messages.frozen(hours, formatMoment(until))}</Notice>
}
