import type { AdUnit } from '@mille/api/ad-units/endpoints.ts'
import { currencies } from '@mille/money/amount.ts'
import { createFloorStores, type FloorForecast } from '@mille/stores/ad-units/floor.ts'
import { AmountField } from '@mille/ui/amount-field/amount-field.tsx'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { useApi } from '../page/app-context.tsx'
import { formatCount } from '../page/formats.ts'
import { SavedFormCard } from '../page/forms/saved-form-card.tsx'
import layout from '../page/layout.module.css'
import { fieldText } from '../page/messages.ts'
import { floorMessages as messages } from './messages.ts'

const options = (['usd', 'btc'] as const).map(value => ({
  value,
  label: messages.currencies[value]
}))

/** The lowest price that a unit accepts for 1,000 views, and the share of its past views that would meet it. */
export function FloorCard({ unit, forecast: loaded }: { unit: AdUnit; forecast: FloorForecast }) {
  const api = useApi()
  // Created once: the page reloads its data after other changes, and typed text must remain.
  const [stores] = useState(() => createFloorStores(api, unit, loaded))
  const form = useStore(stores.$form)
  const forecast = useStore(stores.$forecast)
  const { fields } = useStore(stores.$problems)
  useEffect(() => stores.stop, [stores])
  return (
    <SavedFormCard
      title={messages.title}
      description={messages.text}
      stores={stores}
      saveLabel={messages.save}
      savedText={messages.saved}
    >
      <RadioCards
        label={messages.currency}
        name="floor_currency"
        options={options}
        value={form.currency}
        onChange={currency => stores.change({ currency })}
      />
      <AmountField
        asset={currencies[form.currency].asset}
        label={messages.floor}
        help={messages.help}
        name="floor"
        isOptional
        value={form.floor}
        error={fieldText(messages.floor, fields.floor)}
        onChange={event => stores.change({ floor: event.target.value })}
      />
      <p className={`${layout.soft} ${layout.small}`} role="status">
        {forecastText(forecast)}
      </p>
      <p className={`${layout.soft} ${layout.small}`}>{messages.rule}</p>
    </SavedFormCard>
  )
}

function forecastText(forecast: FloorForecast): string {
  if (forecast === null) return ''
  const { billable, meeting } = forecast
  if (billable === 0) return messages.noData
  // The share is rounded down, so that 100% is shown only if all views meet the floor.
  return messages.forecast(Math.floor((100 * meeting) / billable), formatCount(billable))
}
