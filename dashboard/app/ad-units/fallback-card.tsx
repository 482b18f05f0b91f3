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

/** Maximum length of an address in the API. */
const maxLength = 2000

/** What a unit shows while neither a campaign nor a house ad fits it. */
export function FallbackCard({ unit }: { unit: AdUnit }) {
  const api = useApi()
  // Created once: the page reloads its data after other changes, and typed text must remain.
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
      {form.fallback === 'frame' && (
        <TextField
          label={messages.fallbackUrl}
          help={messages.fallbackUrlHelp}
          name="fallback_url"
          type="url"
          inputMode="url"
          maxLength={maxLength}
          value={form.fallback_url}
          error={fieldText(messages.fallbackUrl, fields.fallback_url)}
          onChange={({ currentTarget }) => stores.change({ fallback_url: currentTarget.value })}
        />
      )}
    </SavedFormCard>
  )
}
