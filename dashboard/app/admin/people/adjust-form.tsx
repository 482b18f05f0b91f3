import { type Asset, assets, parseAmount } from '@mille/money/amount.ts'
import type { createPersonStores } from '@mille/stores/admin/people.ts'
import { AmountField } from '@mille/ui/amount-field/amount-field.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import { TextArea } from '@mille/ui/text-area/text-area.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import layout from '../../page/layout.module.css'
import { GeneralProblems } from '../../page/notices/general-problems.tsx'
import { peopleMessages as messages } from './people-messages.ts'

/** The form that adds money to an account or removes it, for transfers outside the network, with a reason. */
export function AdjustForm({ stores }: { stores: ReturnType<typeof createPersonStores> }) {
  const problems = useStore(stores.$problems)
  const isSaving = useStore(stores.$isSaving)
  const [asset, setAsset] = useState<Asset>('BTC')
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<{ amount?: string; reason?: string }>({})
  const toast = useToast()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const units = readUnits(amount)
    const found = {
      ...(units === null ? { amount: messages.amountWrong } : {}),
      ...(reason.trim().length < 3 ? { reason: messages.reasonMissing } : {})
    }
    setWrong(found)
    if (units === null || found.reason) return
    const state = await stores.adjust({ asset, amount: units, reason })
    if (!state) return
    setAmount('')
    setReason('')
    toast.show({ title: state === 'done' ? messages.adjusted : messages.adjustmentWaits })
  }

  return (
    <form className={layout.form} onSubmit={event => void submit(event)} noValidate>
      <GeneralProblems problems={problems} />
      <div className={layout.pair}>
        <Select
          label={messages.currency}
          options={assets.map(value => ({ value, label: value }))}
          value={asset}
          onChange={setAsset}
        />
        <AmountField
          asset={asset}
          isSigned
          label={messages.amount}
          help={messages.amountHelp}
          value={amount}
          error={wrong.amount ?? problems.fields.amount}
          onChange={event => setAmount(event.target.value)}
        />
      </div>
      <TextArea
        label={messages.reason}
        rows={2}
        maxLength={500}
        value={reason}
        error={wrong.reason ?? problems.fields.reason}
        onChange={event => setReason(event.target.value)}
      />
      <div>
        <Button type="submit" isLoading={isSaving}>
          {messages.adjust}
        </Button>
      </div>
    </form>
  )
}

/** Returns the typed amount with its sign, as text in units of 1e-8, or null if it is not an amount. */
function readUnits(typed: string): string | null {
  const text = typed.trim().replace(/^[\u2212-]/, '-')
  const units = parseAmount(text.replace(/^-/, ''), 'btc')
  if (units === null || units === 0n) return null
  return text.startsWith('-') ? `-${units}` : String(units)
}
