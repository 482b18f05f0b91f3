import type { AdUnit } from '@mille/api/ad-units/endpoints.ts'
import { adTypes as adTypeIds, ratings } from '@mille/api/constants.ts'
import { createUnitSettingsStores } from '@mille/stores/ad-units/unit-settings.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Checkbox } from '@mille/ui/checkbox/checkbox.tsx'
import { FieldGroup } from '@mille/ui/field/field.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useApi } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { fieldText, problemText } from '../page/messages.ts'
import { sizeChoices } from './choices.ts'
import {
  adTypes,
  disallowedLabels,
  detailMessages as messages,
  wizardMessages
} from './messages.ts'
import type { Offered } from './step-props.ts'
import { toggled } from './toggled.ts'

const { fields } = wizardMessages
const adTypeOptions = adTypeIds.map(value => ({ value, ...adTypes[value] }))

/** What was chosen in the wizard, once more: all of it but the page can be changed. */
export function UnitSettings({ unit, sizes }: { unit: AdUnit } & Pick<Offered, 'sizes'>) {
  const api = useApi()
  // Made once: the page loads its data again after other changes, and what is being typed here stays.
  const [stores] = useState(() => createUnitSettingsStores(api, unit))
  const form = useStore(stores.$form)
  const isChanged = useStore(stores.$isChanged)
  const isSaving = useStore(stores.$isSaving)
  const problems = useStore(stores.$problems)
  const toast = useToast()
  const revalidator = useRevalidator()

  async function save(event: FormEvent) {
    event.preventDefault()
    if (!(await stores.save())) return
    toast.show({ title: messages.settingsSaved })
    void revalidator.revalidate()
  }

  return (
    <Card title={messages.settings} description={messages.settingsText}>
      <form className={layout.form} onSubmit={event => void save(event)} noValidate>
        <TextField
          label={messages.name}
          name="name"
          maxLength={80}
          value={form.name}
          error={fieldText(messages.name, problems.fields.name)}
          onChange={event => stores.change({ name: event.target.value })}
        />
        <Select
          label={fields.size}
          help={messages.sizeHelp}
          name="size"
          options={sizeChoices(unit.attributes.screen_type, sizes, unit.attributes.size)}
          value={form.size}
          error={fieldText(fields.size, problems.fields.size)}
          onChange={size => stores.change({ size })}
        />
        <RadioCards
          label={fields.ad_type}
          name="ad_type"
          options={adTypeOptions}
          value={form.ad_type}
          error={fieldText(fields.ad_type, problems.fields.ad_type)}
          onChange={ad_type => stores.change({ ad_type })}
        />
        <FieldGroup
          label={fields.disallowed_ratings}
          help={wizardMessages.disallowedHelp}
          error={fieldText(fields.disallowed_ratings, problems.fields.disallowed_ratings)}
        >
          {() => (
            <div className={layout.tight}>
              {ratings.map(rating => (
                <Checkbox
                  key={rating}
                  label={disallowedLabels[rating]}
                  name="disallowed_ratings"
                  value={rating}
                  checked={form.disallowed_ratings.includes(rating)}
                  onChange={() =>
                    stores.change({ disallowed_ratings: toggled(form.disallowed_ratings, rating) })
                  }
                />
              ))}
            </div>
          )}
        </FieldGroup>
        {problems.general.map(problem => (
          <Notice key={problem.code} tone="alarm" isLive>
            {problemText(problem)}
          </Notice>
        ))}
        <div>
          <Button type="submit" disabled={!isChanged} isLoading={isSaving}>
            {messages.settingsSave}
          </Button>
        </div>
      </form>
    </Card>
  )
}
