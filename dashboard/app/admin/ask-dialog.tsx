import type { Problem } from '@mille/stores/shared/problems.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Dialog } from '@mille/ui/dialog/dialog.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { type FormEvent, useId, useState } from 'react'
import layout from '../page/layout.module.css'
import { commonMessages } from '../page/messages.ts'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'

export type AskDialogProps = {
  isOpen: boolean
  title: string
  text: string
  /** The label of the first text field. */
  label: string
  /** The label of a second text field for an amount, if the dialog asks for one. */
  amountLabel?: string
  /** Why the answer was rejected, shown while the dialog is still open. */
  problem: Problem | null
  /** Resolves to true once the answer is accepted. */
  onAnswer: (text: string, amount: string) => Promise<boolean>
  onClose: () => void
}

/** A dialog with one question and one or two text fields for the answer. */
export function AskDialog(props: AskDialogProps) {
  const { isOpen, title, text, label, amountLabel, problem, onAnswer, onClose } = props
  const formId = useId()
  const [value, setValue] = useState('')
  const [amount, setAmount] = useState('')
  const [isSending, setIsSending] = useState(false)
  const [isRefused, setIsRefused] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (value.trim() === '' || isSending) return
    setIsSending(true)
    const isTaken = await onAnswer(value, amount)
    setIsSending(false)
    setIsRefused(!isTaken)
    if (isTaken) onClose()
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
          <Button type="submit" form={formId} variant="primary" isLoading={isSending}>
            {title.replace(/\?$/, '')}
          </Button>
        </>
      }
    >
      <form id={formId} className={layout.tight} onSubmit={event => void submit(event)}>
        {isRefused && problem && <ProblemNotice problem={problem} />}
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
