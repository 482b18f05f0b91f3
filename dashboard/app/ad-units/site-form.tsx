import { languages } from '@mille/api/constants.ts'
import type { SiteSettingsStores } from '@mille/stores/ad-units/site-settings.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import { useStore } from '@nanostores/react'
import type { FormEvent } from 'react'
import { languageName } from '../page/languages.ts'
import layout from '../page/layout.module.css'
import { fieldText, problemText } from '../page/messages.ts'
import { CategoryField } from './category-field.tsx'
import { siteMessages as messages } from './messages.ts'
import type { Offered } from './step-props.ts'

const languageOptions = languages
  .map(value => ({ value, label: languageName(value) }))
  .sort((a, b) => a.label.localeCompare(b.label, 'en'))

export type SiteFormProps = Pick<Offered, 'categories'> & {
  domainName: string
  stores: SiteSettingsStores
  onSubmit: () => void
}

/** What advertisers choose the site by. */
export function SiteForm({ domainName, stores, categories, onSubmit }: SiteFormProps) {
  const form = useStore(stores.$form)
  const isChanged = useStore(stores.$isChanged)
  const isSaving = useStore(stores.$isSaving)
  const { fields, general } = useStore(stores.$problems)

  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit()
  }

  return (
    <Card title={messages.title(domainName)} description={messages.text}>
      <form className={layout.form} onSubmit={submit} noValidate>
        <Select
          label={messages.language}
          name="language"
          options={languageOptions}
          value={form.language}
          error={fieldText(messages.language, fields.language)}
          onChange={language => stores.change({ language })}
        />
        <CategoryField
          offered={categories}
          chosen={form.category_ids}
          problem={fields.category_ids}
          onChange={category_ids => stores.change({ category_ids })}
        />
        {general.map(problem => (
          <Notice key={problem.code} tone="alarm" isLive>
            {problemText(problem)}
          </Notice>
        ))}
        <div>
          <Button type="submit" disabled={!isChanged} isLoading={isSaving}>
            {messages.save}
          </Button>
        </div>
      </form>
    </Card>
  )
}
