import { Button } from '@mille/ui/button/button.tsx'
import { Dialog } from '@mille/ui/dialog/dialog.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { type FormEvent, useId, useState } from 'react'
import { commonMessages } from '../page/messages.ts'

export type AskDialogProps = {
  isOpen: boolean
  title: string
  text: string
  /** Of the one line that is asked for. */
  label: string
  /** Of a second line, an amount, when there is one to ask for. */
  amountLabel?: string
  onAnswer: (text: string, amount: string) => void
  onClose: () => void
}

/** A question that one line answers, or two. */
export function AskDialog(props: AskDialogProps) {
  const { isOpen, title, text, label, amountLabel, onAnswer, onClose } = props
  const formId = useId()
  const [value, setValue] = useState('')
  const [amount, setAmount] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (value.trim() !== '') onAnswer(value, amount)
  }

  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={open => open || onClose()}
      title={title}
      description={text}
      size="small"
      isKeptOnOutsidePress
      footer={
        <>
          <Button onClick={onClose}>{commonMessages.cancel}</Button>
          <Button type="submit" form={formId} variant="primary">
            {title.replace(/\?$/, '')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <TextField
          label={label}
          name="answer"
          required
          maxLength={500}
          value={value}
          onChange={event => setValue(event.target.value)}
        />
        {amountLabel !== undefined && (
          <TextField
            label={amountLabel}
            name="amount"
            inputMode="decimal"
            required
            maxLength={30}
            value={amount}
            onChange={event => setAmount(event.target.value)}
          />
        )}
      </form>
    </Dialog>
  )
}
