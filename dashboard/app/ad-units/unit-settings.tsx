import type { AdUnit } from '@mille/api/ad-units/endpoints.ts'
import { adTypes as adTypeIds } from '@mille/api/constants.ts'
import { createUnitSettingsStores } from '@mille/stores/ad-units/unit-settings.ts'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useApi } from '../page/app-context.tsx'
import { SavedFormCard } from '../page/forms/saved-form-card.tsx'
import { fieldText } from '../page/messages.ts'
import { sizeChoices } from './choices.ts'
import { DisallowedField } from './disallowed-field.tsx'
import { adTypes, adUnitWizardMessages, adUnitDetailMessages as messages } from './messages.ts'
import type { Offered } from './step-props.ts'

const { fields: labels } = adUnitWizardMessages
const adTypeOptions = adTypeIds.map(value => ({ value, ...adTypes[value] }))

/** The settings chosen in the wizard. All of them except the page can be changed. */
export function UnitSettings({ unit, sizes }: { unit: AdUnit } & Pick<Offered, 'sizes'>) {
  const api = useApi()
  // Created once: the page reloads its data after other changes, and typed text must remain.
  const [stores] = useState(() => createUnitSettingsStores(api, unit))
  const form = useStore(stores.$form)
  const { fields } = useStore(stores.$problems)
  const revalidator = useRevalidator()
  return (
    <SavedFormCard
      title={messages.settings}
      description={messages.settingsText}
      stores={stores}
      saveLabel={messages.settingsSave}
      savedText={messages.settingsSaved}
      onSaved={() => void revalidator.revalidate()}
    >
      <TextField
        label={messages.name}
        name="name"
        maxLength={80}
        value={form.name}
        error={fieldText(messages.name, fields.name)}
        onChange={event => stores.change({ name: event.target.value })}
      />
      <Select
        label={labels.size}
        help={messages.sizeHelp}
        name="size"
        options={sizeChoices(unit.attributes.screen_type, sizes, unit.attributes.size)}
        value={form.size}
        error={fieldText(labels.size, fields.size)}
        onChange={size => stores.change({ size })}
      />
      <RadioCards
        label={labels.ad_type}
        name="ad_type"
        options={adTypeOptions}
        value={form.ad_type}
        error={fieldText(labels.ad_type, fields.ad_type)}
        onChange={ad_type => stores.change({ ad_type })}
      />
      <DisallowedField
        value={form.disallowed_ratings}
        problem={fields.disallowed_ratings}
        onChange={disallowed_ratings => stores.change({ disallowed_ratings })}
      />
    </SavedFormCard>
  )
}
