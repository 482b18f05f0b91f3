import type { SiteSettingsStores } from '@mille/stores/ad-units/site-settings.ts'
import { Select } from '@mille/ui/select/select.tsx'
import { useStore } from '@nanostores/react'
import { SavedFormCard } from '../page/forms/saved-form-card.tsx'
import { languageOptions } from '../page/language-options.ts'
import { fieldText } from '../page/messages.ts'
import { CategoryField } from './category-field.tsx'
import { siteMessages as messages } from './messages.ts'
import type { Offered } from './step-props.ts'

export type SiteFormProps = Pick<Offered, 'categories'> & {
  domainName: string
  stores: SiteSettingsStores
  onSaved: () => void
}

/** The form for the site details by which advertisers choose a site. */
export function SiteForm({ domainName, stores, categories, onSaved }: SiteFormProps) {
  const form = useStore(stores.$form)
  const { fields } = useStore(stores.$problems)
  return (
    <SavedFormCard
      title={messages.title(domainName)}
      description={messages.text}
      stores={stores}
      saveLabel={messages.save}
      savedText={messages.saved}
      onSaved={onSaved}
    >
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
    </SavedFormCard>
  )
}
