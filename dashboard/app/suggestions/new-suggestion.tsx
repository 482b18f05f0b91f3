import { suggestionLengths } from '@mille/api/constants.ts'
import type { SuggestionsStores } from '@mille/stores/suggestions/suggestions.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Dialog } from '@mille/ui/dialog/dialog.tsx'
import { FormErrors } from '@mille/ui/form-errors/form-errors.tsx'
import { TextArea } from '@mille/ui/text-area/text-area.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useId, useState } from 'react'
import layout from '../page/layout.module.css'
import { commonMessages, fieldText, problemText } from '../page/messages.ts'
import { suggestionMessages as messages } from './messages.ts'

export type NewSuggestionProps = {
  stores: SuggestionsStores
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** The form for a new suggestion. Typed text remains if the dialog is closed and opened again. */
export function NewSuggestion({ stores, isOpen, onOpenChange }: NewSuggestionProps) {
  const formId = useId()
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  const [attempt, setAttempt] = useState(0)
  const problems = useStore(stores.$problems)
  const isSaving = useStore(stores.$isSaving)
  const toast = useToast()
  const titleError = fieldText(messages.name, problems.fields.title)
  const textError = fieldText(messages.text, problems.fields.description)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (await stores.suggest(title, description)) {
      setTitle('')
      setDescription('')
      onOpenChange(false)
      toast.show({ title: messages.created })
    } else setAttempt(attempt + 1)
  }

  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={isShown => {
        if (!isShown) stores.clearProblems()
        onOpenChange(isShown)
      }}
      title={messages.create}
      description={messages.createText}
      isKeptOnOutsidePress
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{commonMessages.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" isLoading={isSaving}>
            {messages.send}
          </Button>
        </>
      }
    >
      <form id={formId} className={layout.tight} onSubmit={event => void submit(event)} noValidate>
        <FormErrors
          attempt={attempt}
          errors={[
            ...(titleError ? [{ message: titleError, field: 'title' }] : []),
            ...(textError ? [{ message: textError, field: 'description' }] : []),
            ...problems.general.map(problem => ({ message: problemText(problem) }))
          ]}
        />
        <TextField
          label={messages.name}
          name="title"
          maxLength={suggestionLengths.title}
          value={title}
          error={titleError}
          onChange={event => setTitle(event.target.value)}
        />
        <TextArea
          label={messages.text}
          name="description"
          rows={5}
          maxLength={suggestionLengths.description}
          isOptional
          help={messages.textHelp}
          value={description}
          error={textError}
          onChange={event => setDescription(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
