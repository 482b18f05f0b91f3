import type { BlockRule } from '@mille/api/ad-units/endpoints.ts'
import {
  nameOfProductCategory,
  type ProductCategory,
  productCategoryIds
} from '@mille/api/reference-data/product-categories.ts'
import type { ShownAds } from '@mille/api/statistics/endpoints.ts'
import type { BlockRulesStores } from '@mille/stores/ad-units/block-rules.ts'
import type { Problems } from '@mille/stores/shared/problems.ts'
import { FieldGroup } from '@mille/ui/field/field.tsx'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import { TextArea } from '@mille/ui/text-area/text-area.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import { CodePicker, type Codes } from '../campaigns/code-picker.tsx'
import { FormDialog } from '../page/forms/form-dialog.tsx'
import { fieldText } from '../page/messages.ts'
import { GeneralProblems } from '../page/notices/general-problems.tsx'
import { scopeOf } from './block-places.ts'
import { blockingMessages } from './blocking-messages.ts'

const messages = blockingMessages.dialog

type Kind = BlockRule['attributes']['kind']
type ShownAd = {
  id: string
  attributes: Pick<ShownAds['data'][number]['attributes'], 'title' | 'domain' | 'product_category'>
}

export type BlockDialogProps = {
  stores: BlockRulesStores
  /** The ad to block, or what the publisher enters instead. */
  what: ShownAd | 'domains' | 'categories'
  /** What is selected at first, if an ad is blocked. */
  usualKind?: 'creative' | 'advertiser'
  places: ReadonlyArray<{ value: string; label: string }>
  onClose: () => void
  onBlocked: (rules: BlockRule[]) => void
}

/** Asks what to block (parts of an ad, typed domains, or chosen categories) and where to block it. */
export function BlockDialog(props: BlockDialogProps) {
  const { stores, what, places } = props
  const problems = useStore(stores.$problems)
  const isSaving = useStore(stores.$isSaving)
  const { form, change, save, close } = useBlockForm(props)

  return (
    <FormDialog
      title={titleOf(what)}
      action={messages.save}
      isSaving={isSaving}
      onSubmit={save}
      onClose={close}
    >
      <GeneralProblems problems={problems} />
      <WhatFields what={what} problems={problems} form={form} change={change} />
      <Select
        label={messages.where}
        options={places}
        value={form.place}
        error={problems.fields.site_id ?? problems.fields.ad_unit_id}
        onChange={place => change({ place })}
      />
      <TextField
        label={messages.note}
        help={messages.noteHelp}
        isOptional
        name="note"
        maxLength={200}
        value={form.note}
        error={fieldText(messages.note, problems.fields.note)}
        onChange={event => change({ note: event.currentTarget.value })}
      />
    </FormDialog>
  )
}

function titleOf(what: BlockDialogProps['what']): string {
  if (what === 'domains') return blockingMessages.blockDomains
  if (what === 'categories') return blockingMessages.blockCategories
  return blockingMessages.ads.blockOne(what.attributes.title)
}

type Form = {
  kind: Kind
  domains: string
  categories: readonly ProductCategory[]
  place: string
  note: string
}

/** The state of the form, and the function that creates block rules from it. */
function useBlockForm({
  stores,
  what,
  usualKind = 'creative',
  onClose,
  onBlocked
}: BlockDialogProps) {
  const [form, setForm] = useState<Form>({
    ...{ kind: usualKind, domains: '', categories: [], place: 'all', note: '' }
  })
  const change = (changes: Partial<Form>) => setForm(known => ({ ...known, ...changes }))

  async function save(event: FormEvent) {
    event.preventDefault()
    const { kind, domains, categories, place, note } = form
    const rule = { ...scopeOf(place), note: note.trim() === '' ? null : note }
    if (what === 'domains') {
      const { made, rest } = await stores.blockDomains(domains, rule)
      if (made.length > 0) onBlocked(made)
      if (rest !== '' || made.length === 0) return change({ domains: rest })
    } else if (what === 'categories') {
      const { made, rest } = await stores.blockCategories(categories, rule)
      if (made.length > 0) onBlocked(made)
      if (rest.length > 0 || made.length === 0) return change({ categories: rest })
    } else {
      const made = await stores.block({ ...rule, kind, ...namedBy(kind, what) })
      if (!made) return
      onBlocked([made])
    }
    close()
  }

  function close() {
    stores.forgetProblems()
    onClose()
  }

  return { form, change, save, close }
}

/** Returns how a rule of a kind names what it blocks. */
function namedBy(kind: Kind, { id, attributes: { domain, product_category } }: ShownAd) {
  if (kind === 'domain') return { domain }
  return kind === 'category' ? { product_category } : { creative_id: id }
}

type WhatFieldsProps = Pick<BlockDialogProps, 'what'> & {
  problems: Problems
  form: Form
  change: (changes: Partial<Form>) => void
}

function WhatFields({ what, problems, form, change }: WhatFieldsProps) {
  if (what === 'domains')
    return (
      <DomainsField
        problems={problems}
        value={form.domains}
        onChange={domains => change({ domains })}
      />
    )
  if (what === 'categories')
    return (
      <CategoriesField
        problems={problems}
        value={form.categories}
        onChange={categories => change({ categories })}
      />
    )
  return (
    <WhatField
      ad={what}
      problems={problems}
      value={form.kind}
      onChange={kind => change({ kind })}
    />
  )
}

type FieldProps<Value> = { problems: Problems; value: Value; onChange: (value: Value) => void }

function WhatField({ ad, problems, ...field }: FieldProps<Kind> & { ad: ShownAd }) {
  const { fields } = problems
  return (
    <RadioCards
      label={messages.what}
      options={optionsFor(ad)}
      error={fieldText(
        messages.what,
        fields.creative_id ?? fields.domain ?? fields.product_category
      )}
      {...field}
    />
  )
}

function DomainsField({ problems, value, onChange }: FieldProps<string>) {
  return (
    <TextArea
      label={messages.domains}
      help={messages.domainsHelp}
      name="domains"
      dir="ltr"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      error={fieldText(messages.domains, problems.fields.domain)}
      onChange={event => onChange(event.target.value)}
    />
  )
}

const categoryKind: Codes = {
  all: () => productCategoryIds,
  nameOf: id => nameOfProductCategory(id) ?? id,
  words: messages.categories
}

function CategoriesField({ problems, value, onChange }: FieldProps<readonly ProductCategory[]>) {
  const { label, help } = messages.categories
  return (
    <FieldGroup
      label={label}
      help={help}
      error={fieldText(label, problems.fields.product_category)}
    >
      {() => (
        <CodePicker
          kind={categoryKind}
          codes={value}
          onChange={codes => onChange(productCategoryIds.filter(it => codes.includes(it)))}
        />
      )}
    </FieldGroup>
  )
}

function optionsFor({ attributes: { domain, product_category } }: ShownAd) {
  const { creative, domain: ofDomain, advertiser, category } = messages.whats
  const sold = nameOfProductCategory(product_category)
  return [
    { value: 'creative' as const, ...creative },
    { value: 'domain' as const, ...ofDomain(domain) },
    { value: 'advertiser' as const, ...advertiser },
    ...(sold === undefined ? [] : [{ value: 'category' as const, ...category(sold) }])
  ]
}
