import type { HouseAd } from '@mille/api/ad-units/endpoints.ts'
import {
  type HouseAdForm,
  type HouseAdStores,
  houseAdForm
} from '@mille/stores/ad-units/house-ads.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Dialog } from '@mille/ui/dialog/dialog.tsx'
import { TextField, type TextFieldProps } from '@mille/ui/text-field/text-field.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, type SyntheticEvent, useId, useState } from 'react'
import layout from '../page/layout.module.css'
import { commonMessages, fieldText } from '../page/messages.ts'
import { GeneralProblems } from '../page/notices/general-problems.tsx'
import { houseAdMessages as messages } from './house-ad-messages.ts'

export type HouseAdDialogProps = {
  stores: HouseAdStores
  /** Null: a new one. */
  ad: HouseAd | null
  onClose: () => void
  onSaved: () => void
}

/** A house ad's text, link, weight and dates. What was typed stays after a failure. */
export function HouseAdDialog(props: HouseAdDialogProps) {
  const problems = useStore(props.stores.$problems)
  const isSaving = useStore(props.stores.$isWorking)
  const formId = useId()
  const { field, dateField, save, close } = useHouseAdForm(props)
  return (
    <Dialog
      isOpen
      onOpenChange={isOpen => !isOpen && !isSaving && close()}
      title={props.ad ? messages.editTitle : messages.addTitle}
      isKeptOnOutsidePress
      footer={
        <>
          <Button disabled={isSaving} onClick={close}>
            {commonMessages.cancel}
          </Button>
          <Button type="submit" form={formId} variant="primary" isLoading={isSaving}>
            {commonMessages.save}
          </Button>
        </>
      }
    >
      <form id={formId} className={layout.stack} onSubmit={event => void save(event)} noValidate>
        <TextField {...field('text')} maxLength={120} />
        <TextField {...field('link')} type="url" inputMode="url" />
        <TextField {...field('weight')} help={messages.weightHelp} inputMode="numeric" />
        <TextField {...dateField('starts_at')} />
        <TextField {...dateField('ends_at')} />
        <GeneralProblems problems={problems} />
      </form>
    </Dialog>
  )
}

/** No date: what is refused when a part of it is missing. */
const incomplete = '?'

/** What is typed, and the way to save it. */
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

  /** What a field shows and does. */
  function field(name: keyof HouseAdForm): TextFieldProps & { name: string } {
    const label = messages.fields[name]
    return {
      label,
      name,
      value: form[name],
      error: fieldText(label, fields[name]),
      onChange: ({ currentTarget: { value } }) => change(name, value)
    }
  }

  /** To the browser, what is half typed is empty; it is sent as a text that is refused. */
  function dateField(name: 'starts_at' | 'ends_at'): TextFieldProps {
    const read = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
      const value = currentTarget.validity.badInput ? incomplete : currentTarget.value
      if (value !== form[name]) change(name, value)
    }
    return {
      ...field(name),
      value: form[name] === incomplete ? '' : form[name],
      help: messages.datesHelp[name],
      type: 'datetime-local',
      isOptional: true,
      onChange: read,
      onBlur: read
    }
  }

  function change(name: keyof HouseAdForm, value: string) {
    setForm(known => ({ ...known, [name]: value }))
    stores.forgetProblems([name])
  }

  return { field, dateField, save, close }
}
