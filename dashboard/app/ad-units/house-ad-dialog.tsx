import type { HouseAd } from '@mille/api/ad-units/endpoints.ts'
import {
  type HouseAdForm,
  type HouseAdStores,
  houseAdForm
} from '@mille/stores/ad-units/house-ads.ts'
import { TextField, type TextFieldProps } from '@mille/ui/text-field/text-field.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import { FormDialog } from '../page/forms/form-dialog.tsx'
import { MomentField, type MomentFieldProps } from '../page/forms/moment-field.tsx'
import { commonMessages, fieldText } from '../page/messages.ts'
import { GeneralProblems } from '../page/notices/general-problems.tsx'
import { houseAdMessages as messages } from './house-ad-messages.ts'

export type HouseAdDialogProps = {
  stores: HouseAdStores
  /** The house ad to edit. Null to create a new one. */
  ad: HouseAd | null
  onClose: () => void
  onSaved: () => void
}

/** Edits a house ad's text, link, weight and dates. Typed text remains if saving fails. */
export function HouseAdDialog(props: HouseAdDialogProps) {
  const problems = useStore(props.stores.$problems)
  const isSaving = useStore(props.stores.$isWorking)
  const { textField, momentField, save, close } = useHouseAdForm(props)
  return (
    <FormDialog
      title={props.ad ? messages.editTitle : messages.addTitle}
      action={commonMessages.save}
      isSaving={isSaving}
      onSubmit={save}
      onClose={close}
    >
      <TextField {...textField('text')} maxLength={120} />
      <TextField {...textField('link')} type="url" inputMode="url" />
      <TextField {...textField('weight')} help={messages.weightHelp} inputMode="numeric" />
      <MomentField {...momentField('starts_at')} />
      <MomentField {...momentField('ends_at')} />
      <GeneralProblems problems={problems} />
    </FormDialog>
  )
}

/** The state of the form, and the function that saves it. */
function useHouseAdForm({ stores, ad, onClose, onSaved }: HouseAdDialogProps) {
  const { fields } = useStore(stores.$problems)
  const [form, setForm] = useState(() => houseAdForm(ad))

  async function save(event: FormEvent) {
    event.preventDefault()
    if (!(await stores.save(form, ad))) return
    onSaved()
    close()
  }

  function close() {
    stores.forgetProblems()
    onClose()
  }

  function field(name: keyof HouseAdForm) {
    const label = messages.fields[name]
    return { label, name, value: form[name], error: fieldText(label, fields[name]) }
  }

  function textField(name: keyof HouseAdForm): TextFieldProps {
    return { ...field(name), onChange: ({ currentTarget }) => change(name, currentTarget.value) }
  }

  function momentField(name: 'starts_at' | 'ends_at'): MomentFieldProps {
    const help = messages.datesHelp[name]
    return { ...field(name), help, isOptional: true, onChange: value => change(name, value) }
  }

  function change(name: keyof HouseAdForm, value: string) {
    setForm(known => ({ ...known, [name]: value }))
    stores.forgetProblems([name])
  }

  return { textField, momentField, save, close }
}
