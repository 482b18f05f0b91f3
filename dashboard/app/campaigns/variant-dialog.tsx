import { campaignNameLength } from '@mille/api/constants.ts'
import {
  createVariantFormStores,
  type VariantFormStores
} from '@mille/stores/variants/variant-form.ts'
import type { VariantStores, VariantView } from '@mille/stores/variants/variants.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { FormErrors } from '@mille/ui/form-errors/form-errors.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import { useApi } from '../page/app-context.tsx'
import { errorList } from '../page/forms/error-list.ts'
import { FormDialog } from '../page/forms/form-dialog.tsx'
import layout from '../page/layout.module.css'
import { fieldText } from '../page/messages.ts'
import { BannersStep } from './banners-step.tsx'
import { countedText } from './counted-text.tsx'
import { ReaderFields, WordsFields } from './creative-fields.tsx'
import { CreativePictures } from './creative-pictures.tsx'
import { LinkField } from './link-field.tsx'
import { campaignWizardMessages } from './messages.ts'
import { useBanners } from './use-banners.ts'
import { variantsMessages as messages } from './variants-messages.ts'

export type VariantDialogProps = {
  stores: VariantStores
  /** The variant to edit. Null to add one. */
  edited: VariantView | null
  sizes: readonly string[]
  onClose: () => void
  onSaved: () => void
}

/** Adds or edits a variant. Typed text remains until it is saved, also after the dialog was closed or the page reloaded. */
export function VariantDialog({ stores, edited, sizes, onClose, onSaved }: VariantDialogProps) {
  const [model] = useState(() => stores.$variants.get()[0] ?? null)
  const { form, wasTyped } = useVariantForm(stores, edited, model)
  const [isRestored, setIsRestored] = useState(wasTyped)
  const banners = useBanners(form)
  const draft = useStore(form.$draft)
  const problems = useStore(form.$problems)
  const attempt = useStore(form.$attempt)
  const isSaving = useStore(form.$isSaving)
  const isUploading = useStore(banners.$isUploading)
  const toast = useToast()

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isUploading) return
    const saved = await form.save()
    if (!saved) return
    stores.put(saved)
    toast.show({ title: edited ? messages.saved : messages.added })
    onClose()
    onSaved()
  }

  function startOver() {
    banners.reset(form.initial.banners)
    form.startOver(localStorage)
    setIsRestored(false)
  }

  const fields = { stores: form, draft, problems: problems.fields }
  return (
    <FormDialog
      title={edited ? messages.editTitle(edited.name) : messages.addTitle}
      action={edited ? messages.save : messages.submit}
      size="large"
      isSaving={isSaving}
      onSubmit={save}
      onClose={onClose}
    >
      <FormErrors errors={errorList(problems, messages.fields)} attempt={attempt} />
      {isRestored && <RestoredNotice onStartOver={startOver} />}
      <p className={layout.soft}>{introOf(edited, model)}</p>
      <VariantName form={form} isEdit={edited !== null} />
      <WordsFields {...fields} />
      <LinkField {...fields} />
      <ReaderFields {...fields} />
      <CreativePictures {...fields} />
      <BannersStep {...fields} banners={banners} sizes={sizes} />
      <div role="status">
        {isUploading && <p className={layout.soft}>{campaignWizardMessages.uploading}</p>}
      </div>
    </FormDialog>
  )
}

/** Creates the form once, with what was typed before. The dialog is opened by a press, so never rendered on the server. */
function useVariantForm(
  { campaignId }: VariantStores,
  edited: VariantView | null,
  model: VariantView | null
) {
  const api = useApi()
  const [created] = useState(() => {
    const form = createVariantFormStores(api, { campaignId, edited, model })
    return { form, wasTyped: form.restore(localStorage) }
  })
  return created
}

/** Says that the form has what was typed before, which can be discarded. */
function RestoredNotice({ onStartOver }: { onStartOver: () => void }) {
  return (
    <Notice
      action={
        <Button size="small" onClick={onStartOver}>
          {messages.startOver}
        </Button>
      }
    >
      {messages.restored}
    </Notice>
  )
}

function introOf(edited: VariantView | null, model: VariantView | null): string {
  if (edited) return messages.editText
  return model ? messages.addText(model.name) : messages.addEmptyText
}

/** The field for the name, which only the owner and operators see. A new variant may go without. */
function VariantName({ form, isEdit }: { form: VariantFormStores; isEdit: boolean }) {
  const { name } = useStore(form.$draft)
  const { fields } = useStore(form.$problems)
  const label = messages.fields.name
  const counted = countedText({
    label,
    text: name,
    max: campaignNameLength,
    help: messages.nameHelp[isEdit ? 'edit' : 'add']
  })
  return (
    <TextField
      label={label}
      help={counted.help}
      name="name"
      isOptional={!isEdit}
      autoComplete="off"
      value={name}
      error={counted.error ?? fieldText(label, fields.name)}
      onChange={({ target }) => form.change({ name: target.value })}
    />
  )
}
