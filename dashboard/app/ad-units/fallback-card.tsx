import type { AdUnit } from '@mille/api/ad-units/endpoints.ts'
import { unitFallbacks } from '@mille/api/constants.ts'
import { createFallbackStores } from '@mille/stores/ad-units/fallback.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import { useApi } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { fieldText, problemText } from '../page/messages.ts'
import { fallbacks, detailMessages as messages } from './messages.ts'

const options = unitFallbacks.map(value => ({ value, ...fallbacks[value] }))

/** What a unit shows while no campaign fits it. */
export function FallbackCard({ unit }: { unit: AdUnit }) {
  const api = useApi()
  // Made once: the page loads its data again after other changes, and what is being typed here stays.
  const [stores] = useState(() => createFallbackStores(api, unit))
  const form = useStore(stores.$form)
  const isChanged = useStore(stores.$isChanged)
  const isSaving = useStore(stores.$isSaving)
  const problems = useStore(stores.$problems)
  const toast = useToast()

  async function save(event: FormEvent) {
    event.preventDefault()
    if (await stores.save()) toast.show({ title: messages.fallbackSaved })
  }

  return (
    <Card title={messages.fallback} description={messages.fallbackText}>
      <form className={layout.form} onSubmit={event => void save(event)} noValidate>
        <RadioCards
          label={messages.fallback}
          isLabelHidden
          name="fallback"
          options={options}
          value={form.fallback}
          error={fieldText(messages.fallback, problems.fields.fallback)}
          onChange={fallback => stores.change({ fallback })}
        />
        {form.fallback === 'own' && (
          <>
            <TextField
              label={messages.fallbackWords}
              name="fallback_text"
              maxLength={120}
              value={form.fallback_text}
              error={fieldText(messages.fallbackWords, problems.fields.fallback_text)}
              onChange={event => stores.change({ fallback_text: event.target.value })}
            />
            <TextField
              label={messages.fallbackLink}
              name="fallback_link"
              type="url"
              inputMode="url"
              value={form.fallback_link}
              error={fieldText(messages.fallbackLink, problems.fields.fallback_link)}
              onChange={event => stores.change({ fallback_link: event.target.value })}
            />
          </>
        )}
        {problems.general.map(problem => (
          <Notice key={problem.code} tone="alarm" isLive>
            {problemText(problem)}
          </Notice>
        ))}
        <div>
          <Button type="submit" disabled={!isChanged} isLoading={isSaving}>
            {messages.fallbackSave}
          </Button>
        </div>
      </form>
    </Card>
  )
}
