import type { Setting, SettingName } from '@mille/api/settings/endpoints.ts'
import { currencies } from '@mille/money/amount.ts'
import {
  currencyOf,
  type OperatorSettingsStores,
  writeValue
} from '@mille/stores/admin/settings.ts'
import { AmountField } from '@mille/ui/amount-field/amount-field.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { type ChangeEvent, type FormEvent, Suspense, useState } from 'react'
import { formatMoment } from '../../page/formats.ts'
import layout from '../../page/layout.module.css'
import { lazyPart } from '../../page/loads/lazy-part.ts'
import { problemText } from '../../page/messages.ts'
import type { FeeEstimateProps } from './fee-estimate.tsx'
import { networkSettingsMessages as messages, settingWords } from './settings-messages.ts'

/** The estimate is loaded when another fee is typed. */
const FeeEstimate = lazyPart(async () => (await import('./fee-estimate.tsx')).FeeEstimate)

export type SettingFormProps = { setting: Setting; stores: OperatorSettingsStores }

/** One setting: its bounds, its upcoming value, and who changed it. */
export function SettingForm({ setting: { id, attributes }, stores }: SettingFormProps) {
  const { value, next, least, most, may_be_none, default_value } = attributes
  const { changed_at, changed_by } = attributes
  const words = settingWords[id as SettingName]
  const [text, setText] = useState(writeValue(id, next?.value ?? value))
  const [isTyped, setTyped] = useState(false)
  const problem = useStore(stores.$problems)[id]
  const isPending = useStore(stores.$pending).has(id)
  const toast = useToast()
  const write = (units: string) =>
    units === 'none' ? messages.none : `${writeValue(id, units)} ${words.unit}`.trim()
  // The bounds are shown in the setting's display unit, because the server stores them in base units.
  const bounds = messages[may_be_none ? 'boundsOrNone' : 'bounds'](write(least), write(most))
  const facts = [
    words.help,
    bounds,
    ...(next ? [messages.next(write(next.value), formatMoment(next.valid_from))] : []),
    changed_at !== null && changed_by !== null
      ? messages.changed(changed_by, formatMoment(changed_at))
      : messages.byDefault(write(default_value))
  ]

  const currency = currencyOf(id)
  const field = {
    label: words.label,
    help: facts.join(' '),
    name: id,
    value: text,
    error: problem?.code === 'invalid' ? bounds : problem && problemText(problem),
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setText(event.target.value)
      setTyped(true)
    }
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (await stores.save(id, text)) toast.show({ title: messages.saved })
  }

  return (
    <form className={layout.tight} onSubmit={event => void submit(event)} noValidate>
      {currency === null ? (
        <TextField
          {...field}
          inputMode="decimal"
          autoComplete="off"
          suffix={words.unit || undefined}
        />
      ) : (
        <AmountField {...field} asset={currencies[currency].asset} />
      )}
      {isFee(id) && isTyped && (
        <Suspense>
          <FeeEstimate id={id} text={text} stores={stores} />
        </Suspense>
      )}
      <div>
        <Button type="submit" size="small" isLoading={isPending}>
          {messages.save}
        </Button>
      </div>
    </form>
  )
}

function isFee(id: string): id is FeeEstimateProps['id'] {
  return id === 'fee_basis_points' || id === 'premium_fee_basis_points'
}
