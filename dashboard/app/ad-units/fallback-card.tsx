import type { AdUnit } from '@mille/api/ad-units/endpoints.ts'
import { unitFallbacks } from '@mille/api/constants.ts'
import { createFallbackStores } from '@mille/stores/ad-units/fallback.ts'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useApi } from '../page/app-context.tsx'
import { SavedFormCard } from '../page/forms/saved-form-card.tsx'
import { fieldText } from '../page/messages.ts'
import { fallbacks, adUnitDetailMessages as messages } from './messages.ts'

const options = unitFallbacks.map(value => ({ value, ...fallbacks[value] }))

/** What a unit shows while no campaign fits it. */
export function FallbackCard({ unit }: { unit: AdUnit }) {
  const api = useApi()
  // Made once: the page loads its data again after other changes, and what is being typed here stays.
  const [stores] = useState(() => createFallbackStores(api, unit))
  const form = useStore(stores.$form)
  const { fields } = useStore(stores.$problems)
  return (
    <SavedFormCard
      title={messages.fallback}
      description={messages.fallbackText}
      stores={stores}
      saveLabel={messages.fallbackSave}
      savedText={messages.fallbackSaved}
    >
      <RadioCards
        label={messages.fallback}
        isLabelHidden
        name="fallback"
        options={options}
        value={form.fallback}
        error={fieldText(messages.fallback, fields.fallback)}
        onChange={fallback => stores.change({ fallback })}
      />
      {form.fallback === 'own' && (
        <>
          <TextField
            label={messages.fallbackWords}
            name="fallback_text"
            maxLength={120}
            value={form.fallback_text}
            error={fieldText(messages.fallbackWords, fields.fallback_text)}
            onChange={event => stores.change({ fallback_text: event.target.value })}
          />
          <TextField
            label={messages.fallbackLink}
            name="fallback_link"
            type="url"
            inputMode="url"
            value={form.fallback_link}
            error={fieldText(messages.fallbackLink, fields.fallback_link)}
            onChange={event => stores.change({ fallback_link: event.target.value })}
          />
        </>
      )}
    </SavedFormCard>
  )
}
