import { offerLengths, offerTypes } from '@mille/api/constants.ts'
import { categories } from '@mille/api/reference-data/categories.ts'
import type { OfferDraft, OfferFormStores } from '@mille/stores/marketplace/offer-form.ts'
import type { Problems } from '@mille/stores/shared/problems.ts'
import { AmountField } from '@mille/ui/amount-field/amount-field.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { FileDrop } from '@mille/ui/file-drop/file-drop.tsx'
import { FormErrors } from '@mille/ui/form-errors/form-errors.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import { Skeleton } from '@mille/ui/skeleton/skeleton.tsx'
import { TextArea } from '@mille/ui/text-area/text-area.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect } from 'react'
import { Description } from '../marketplace/description.tsx'
import { offerTypes as offerTypeLabels } from '../marketplace/messages.ts'
import { categoryLabels } from '../page/category-labels.ts'
import { languageOptions } from '../page/language-options.ts'
import layout from '../page/layout.module.css'
import { fieldText, problemText } from '../page/messages.ts'
import { ChoiceGroup } from './choice-group.tsx'
import { offerMessages as messages } from './messages.ts'

/** Debounce delay in milliseconds before the server renders the preview. */
const pauseMs = 400

export type OfferFormProps = {
  stores: OfferFormStores
  /** Verified sites of the account. */
  sites: readonly { id: string; name: string }[]
  isAuthorized: boolean
  onSubmit: () => void
}

/** The form with all fields of an offer, and a preview of its description. */
export function OfferForm({ stores, sites, isAuthorized, onSubmit }: OfferFormProps) {
  const draft = useStore(stores.$draft)
  const problems = useStore(stores.$problems)
  const attempt = useStore(stores.$attempt)
  const isSaving = useStore(stores.$isSaving)
  const { change } = stores
  const { errorOf, control, text } = controlsOf(draft, problems.fields, change)

  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit()
  }

  return (
    <form className={layout.form} onSubmit={submit} noValidate>
      <FormErrors attempt={attempt} errors={errorsOf(problems)} />
      <Select
        {...control('site_id')}
        id="site_id"
        options={sites.map(({ id, name }) => ({ value: id, label: name }))}
        value={draft.site_id === '' ? null : draft.site_id}
        disabled={!isAuthorized || sites.length === 0}
        onChange={site_id => change({ site_id })}
      />
      <Select
        {...control('publication_offer_type')}
        id="publication_offer_type"
        options={offerTypes.map(value => ({ value, label: offerTypeLabels[value] }))}
        value={draft.publication_offer_type === '' ? null : draft.publication_offer_type}
        onChange={publication_offer_type => change({ publication_offer_type })}
      />
      <TextField {...text('name')} maxLength={offerLengths.name} />
      <TextArea
        {...text('description')}
        rows={8}
        maxLength={offerLengths.description}
        help={messages.descriptionHelp}
      />
      <Preview text={draft.description} preview={stores.preview} />
      <TextArea {...text('included')} rows={4} isOptional help={messages.includedHelp} />
      <div className={layout.pair}>
        <AmountField {...text('price')} asset="USD" />
        <TextField {...text('turnaround_days')} inputMode="numeric" />
      </div>
      <ChoiceGroup
        {...control('categories')}
        values={categoryChoices}
        chosen={draft.categories}
        onChange={chosen => change({ categories: chosen })}
      />
      <ChoiceGroup
        {...control('languages')}
        values={languageOptions}
        chosen={draft.languages}
        shown={['en']}
        onChange={chosen => change({ languages: chosen })}
      />
      <LogoField stores={stores} error={errorOf('logo_id')} isDisabled={!isAuthorized} />
      <div>
        <Button type="submit" variant="primary" isLoading={isSaving}>
          {stores.isNew ? messages.send : messages.save}
        </Button>
      </div>
    </form>
  )
}

/** Returns the common props of the form's controls: label, name, error and, for text fields, the typed text. */
function controlsOf(
  draft: OfferDraft,
  fields: Problems['fields'],
  change: OfferFormStores['change']
) {
  const labels = messages.fields
  const errorOf = (name: keyof OfferDraft) => fieldText(labels[name], fields[name])
  const control = (name: keyof OfferDraft) => ({
    label: labels[name],
    name,
    error: errorOf(name)
  })
  const text = (name: 'name' | 'description' | 'included' | 'turnaround_days' | 'price') => ({
    ...control(name),
    value: draft[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value })
  })
  return { errorOf, control, text }
}

/** Returns the errors for the summary above the form: first those of fields, then the general ones. */
function errorsOf({ fields, general }: Problems) {
  const labels: Readonly<Record<string, string>> = messages.fields
  return [
    ...Object.keys(fields).map(name => ({
      message: fieldText(labels[name] ?? name, fields[name]) ?? '',
      field: name
    })),
    ...general.map(problem => ({ message: problemText(problem) }))
  ]
}

type PreviewProps = { text: string; preview: OfferFormStores['preview'] }

function Preview({ text, preview }: PreviewProps) {
  const { tree, problem } = useStore(preview.$preview)
  const description = text.trim()
  useEffect(() => {
    if (description === '') return
    const timer = setTimeout(() => void preview.load(description), pauseMs)
    return () => clearTimeout(timer)
  }, [preview, description])
  if (description === '') return null
  return (
    <Card title={messages.preview}>
      <div className={layout.tight}>
        {problem && <Notice tone="warning">{problemText(problem)}</Notice>}
        {tree ? <Description tree={tree} /> : !problem && <Skeleton lines={3} />}
      </div>
    </Card>
  )
}

const categoryChoices = categories
  .map(it => it.name)
  .filter(name => name !== 'root')
  .map(value => ({ value, label: categoryLabels[value] ?? value }))

type LogoFieldProps = { stores: OfferFormStores; error: string | undefined; isDisabled: boolean }

function LogoField({ stores, error, isDisabled }: LogoFieldProps) {
  const { logo } = useStore(stores.$draft)
  const isUploading = useStore(stores.$isUploading)
  const problem = useStore(stores.$logoProblem)
  const name = messages.fields.logo
  const shown = logo === '' ? [] : [{ id: 'logo', name, state: 'ready' as const, previewUrl: logo }]
  return (
    <FileDrop
      label={name}
      help={messages.logoHelp}
      name="logo_id"
      accept="image/png,image/jpeg,image/gif,image/webp,image/avif"
      isDisabled={isDisabled}
      error={problem ? problemText(problem) : error}
      items={isUploading ? [{ id: 'logo', name, state: 'uploading', progress: 0.5 }] : shown}
      onFiles={([file]) => {
        if (file) void stores.uploadLogo(file)
      }}
      onRemove={() => stores.change({ logo: '', logo_id: '' })}
    />
  )
}
