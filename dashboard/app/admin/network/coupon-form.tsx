import { type CouponStores, emptyCoupon } from '@mille/stores/coupons/coupons.ts'
import { AmountField } from '@mille/ui/amount-field/amount-field.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import layout from '../../page/layout.module.css'
import { fieldText } from '../../page/messages.ts'
import { GeneralProblems } from '../../page/notices/general-problems.tsx'
import { couponEffects, couponMessages as messages } from './coupon-messages.ts'

/** The form that creates a coupon. Typed text remains until the coupon is created. */
export function CouponForm({ stores }: { stores: CouponStores }) {
  const problems = useStore(stores.$problems)
  const { fields } = problems
  const isSaving = useStore(stores.$isSaving)
  const [form, setForm] = useState(emptyCoupon)
  const toast = useToast()
  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part })

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!(await stores.create(form))) return
    setForm(emptyCoupon)
    toast.show({ title: messages.created })
  }

  return (
    <Card title={messages.create}>
      <form className={layout.tight} onSubmit={event => void submit(event)} noValidate>
        <GeneralProblems problems={problems} />
        <TextField
          label={messages.code}
          help={messages.codeHelp}
          isCode
          autoComplete="off"
          value={form.code}
          error={fieldText(messages.code, fields.code)}
          onChange={event => change({ code: event.target.value })}
        />
        <Select
          label={messages.effect}
          options={(['half_fee', 'promotion'] as const).map(value => ({
            value,
            label: couponEffects[value]
          }))}
          value={form.effect}
          onChange={effect => change({ effect })}
        />
        {form.effect === 'promotion' && (
          <>
            <Select
              label={messages.currency}
              options={(['BTC', 'USD'] as const).map(value => ({ value, label: value }))}
              value={form.asset}
              onChange={asset => change({ asset })}
            />
            <AmountField
              asset={form.asset}
              label={messages.amount}
              help={messages.amountHelp}
              value={form.amount}
              error={fieldText(messages.amount, fields.amount)}
              onChange={event => change({ amount: event.target.value })}
            />
          </>
        )}
        <TextField
          label={messages.expires}
          help={messages.expiresHelp}
          type="date"
          isOptional
          value={form.expires}
          error={fieldText(messages.expires, fields.expires_at)}
          onChange={event => change({ expires: event.target.value })}
        />
        <TextField
          label={messages.usesLimit}
          help={messages.usesLimitHelp}
          inputMode="numeric"
          isOptional
          value={form.usesLimit}
          error={fieldText(messages.usesLimit, fields.uses_limit)}
          onChange={event => change({ usesLimit: event.target.value })}
        />
        <TextField
          label={messages.usesPerAccount}
          inputMode="numeric"
          value={form.usesPerAccount}
          error={fieldText(messages.usesPerAccount, fields.uses_per_account)}
          onChange={event => change({ usesPerAccount: event.target.value })}
        />
        <Button type="submit" variant="primary" isLoading={isSaving}>
          {messages.submit}
        </Button>
      </form>
    </Card>
  )
}
