import type { BlockRule } from '@mille/api/ad-units/endpoints.ts'
import type { ShownAds } from '@mille/api/statistics/endpoints.ts'
import type { BlockRulesStores } from '@mille/stores/ad-units/block-rules.ts'
import type { Problems } from '@mille/stores/shared/problems.ts'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import { TextArea } from '@mille/ui/text-area/text-area.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import { FormDialog } from '../page/forms/form-dialog.tsx'
import { fieldText } from '../page/messages.ts'
import { GeneralProblems } from '../page/notices/general-problems.tsx'
import { scopeOf } from './block-places.ts'
import { blockingMessages } from './blocking-messages.ts'

const messages = blockingMessages.dialog

type Kind = BlockRule['attributes']['kind']
type ShownAd = {
  id: string
  attributes: Pick<ShownAds['data'][number]['attributes'], 'title' | 'domain'>
}

export type BlockDialogProps = {
  stores: BlockRulesStores
  /** The ad to block. Null if the publisher types domains instead. */
  ad: ShownAd | null
  /** What is selected at first, if an ad is blocked. */
  usualKind?: Exclude<Kind, 'domain'>
  places: ReadonlyArray<{ value: string; label: string }>
  onClose: () => void
  onBlocked: (rules: BlockRule[]) => void
}

/** Asks what to block (parts of an ad, or typed domains) and where to block it. */
export function BlockDialog(props: BlockDialogProps) {
  const { stores, ad, places } = props
  const problems = useStore(stores.$problems)
  const isSaving = useStore(stores.$isSaving)
  const { form, change, save, close } = useBlockForm(props)

  return (
    <FormDialog
      title={
        ad ? blockingMessages.ads.blockOne(ad.attributes.title) : blockingMessages.blockDomains
      }
      action={messages.save}
      isSaving={isSaving}
      onSubmit={save}
      onClose={close}
    >
      <GeneralProblems problems={problems} />
      {ad ? (
        <WhatField
          ad={ad}
          problems={problems}
          value={form.kind}
          onChange={kind => change({ kind })}
        />
      ) : (
        <DomainsField
          problems={problems}
          value={form.domains}
          onChange={domains => change({ domains })}
        />
      )}
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

/** The state of the form, and the function that creates block rules from it. */
function useBlockForm({
  stores,
  ad,
  usualKind = 'creative',
  onClose,
  onBlocked
}: BlockDialogProps) {
  const [form, setForm] = useState({
    kind: usualKind as Kind,
    domains: '',
    place: 'all',
    note: ''
  })
  const change = (changes: Partial<typeof form>) => setForm(known => ({ ...known, ...changes }))

  async function save(event: FormEvent) {
    event.preventDefault()
    const { kind, domains, place, note } = form
    const rule = { ...scopeOf(place), note: note.trim() === '' ? null : note }
    if (!ad) {
      const { made, rest } = await stores.blockDomains(domains, rule)
      if (made.length > 0) onBlocked(made)
      if (rest !== '' || made.length === 0) return change({ domains: rest })
    } else {
      const { domain } = ad.attributes
      const what = kind === 'domain' ? { domain } : { creative_id: ad.id }
      const made = await stores.block({ ...rule, kind, ...what })
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

type FieldProps<Value> = { problems: Problems; value: Value; onChange: (value: Value) => void }

function WhatField({ ad, problems, ...field }: FieldProps<Kind> & { ad: ShownAd }) {
  const { fields } = problems
  return (
    <RadioCards
      label={messages.what}
      options={optionsFor(ad.attributes.domain)}
      error={fieldText(messages.what, fields.creative_id ?? fields.domain)}
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

function optionsFor(domain: string) {
  const { creative, domain: ofDomain, advertiser } = messages.whats
  return [
    { value: 'creative' as const, ...creative },
    { value: 'domain' as const, ...ofDomain(domain) },
    { value: 'advertiser' as const, ...advertiser }
  ]
}
