import { announcementLengths, announcementTypes } from '@mille/api/constants.ts'
import type { AnnouncementDraft, AnnouncementsStores } from '@mille/stores/admin/announcements.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Dialog } from '@mille/ui/dialog/dialog.tsx'
import { FormErrors } from '@mille/ui/form-errors/form-errors.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import { TextArea } from '@mille/ui/text-area/text-area.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useStore } from '@nanostores/react'
import { type ChangeEvent, type FormEvent, useId, useState } from 'react'
import layout from '../../page/layout.module.css'
import { commonMessages, fieldText, problemText } from '../../page/messages.ts'
import {
  announcementTypeLabels,
  announcementMessages as messages
} from './announcement-messages.ts'

export type AnnouncementDialogProps = {
  stores: AnnouncementsStores
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  submitLabel: string
  initial: AnnouncementDraft
  /** An announcement that has started keeps its start time. */
  isStartFixed?: boolean
  /** Resolves to true once the announcement is saved. */
  save: (draft: AnnouncementDraft) => Promise<boolean>
}

const labels = {
  header: messages.header,
  content: messages.content,
  link: messages.link,
  link_text: messages.linkText,
  starts_at: messages.startsAt,
  ends_at: messages.endsAt
}
const typeOptions = announcementTypes.map(value => ({
  value,
  label: announcementTypeLabels[value]
}))

/** The form for an announcement. Typed text remains if the dialog is closed and opened again. */
export function AnnouncementDialog(props: AnnouncementDialogProps) {
  const { stores, isOpen, title, submitLabel, initial, save } = props
  const formId = useId()
  const [draft, setDraft] = useState(initial)
  const [attempt, setAttempt] = useState(0)
  const problems = useStore(stores.$problems)
  const isSaving = useStore(stores.$isSaving)

  function open(isShown: boolean) {
    if (!isShown) stores.clearProblems()
    props.onOpenChange(isShown)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSaving) return
    if (await save(draft)) {
      setDraft(initial)
      open(false)
    } else setAttempt(attempt + 1)
  }

  const errorOf = (name: keyof typeof labels) => fieldText(labels[name], problems.fields[name])
  const control = (name: keyof typeof labels) => ({
    name,
    label: labels[name],
    value: draft[name],
    error: errorOf(name),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setDraft({ ...draft, [name]: event.target.value })
  })
  const errors = [
    ...(Object.keys(labels) as Array<keyof typeof labels>).flatMap(field => {
      const message = errorOf(field)
      return message === undefined ? [] : [{ message, field }]
    }),
    ...problems.general.map(problem => ({ message: problemText(problem) }))
  ]

  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={open}
      title={title}
      isKeptOnOutsidePress
      footer={
        <>
          <Button onClick={() => open(false)}>{commonMessages.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" isLoading={isSaving}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} className={layout.tight} onSubmit={event => void submit(event)} noValidate>
        <FormErrors errors={errors} attempt={attempt} />
        <TextField {...control('header')} maxLength={announcementLengths.header} />
        <TextArea {...control('content')} rows={3} maxLength={announcementLengths.content} />
        <Select
          label={messages.type}
          name="type"
          options={typeOptions}
          value={draft.type}
          onChange={type => setDraft({ ...draft, type })}
        />
        <div className={layout.pair}>
          <TextField {...control('link')} type="url" isOptional placeholder="https://" />
          <TextField
            {...control('link_text')}
            isOptional
            maxLength={announcementLengths.linkText}
          />
        </div>
        <div className={layout.pair}>
          <TextField
            {...control('starts_at')}
            type="datetime-local"
            help={messages.startsHelp}
            isOptional
            disabled={props.isStartFixed}
          />
          <TextField
            {...control('ends_at')}
            type="datetime-local"
            help={messages.endsHelp}
            isOptional
          />
        </div>
      </form>
    </Dialog>
  )
}
