import { Button } from '@mille/ui/button/button.tsx'
import { Dialog } from '@mille/ui/dialog/dialog.tsx'
import { TextArea } from '@mille/ui/text-area/text-area.tsx'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import layout from '../../page/layout.module.css'
import { commonMessages } from '../../page/messages.ts'
import { ReasonChips, withReason } from './reason-chips.tsx'
import type { CommonReason } from './reason-messages.ts'
import { reviewMessages as messages } from './review-messages.ts'

export type RejectDialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onReject: (reason: string) => void
  /** Texts for when the dialog asks for the reason of something other than a rejection. */
  texts?: ReasonTexts
  /** Common reasons to choose from. */
  reasons?: readonly CommonReason[]
  /** Whether the server's answer is awaited, for dialogs that stay open until then. */
  isSending?: boolean
  /** How the button that sends the reason looks. */
  variant?: 'danger' | 'primary'
  /** Additional fields above the reason. */
  children?: ReactNode
}

const maxLength = 500

type ReasonTexts = Pick<
  typeof messages,
  'reject' | 'rejectTitle' | 'rejectText' | 'reason' | 'reasonMissing'
>

/** Asks for the reason of a rejection. Typed text remains if the dialog is closed and opened again. */
export function RejectDialog({
  isOpen,
  onOpenChange,
  onReject,
  texts = messages,
  reasons = [],
  isSending = false,
  variant = 'danger',
  children
}: RejectDialogProps) {
  const formId = useId()
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()

  function submit(event: FormEvent) {
    event.preventDefault()
    const text = reason.trim()
    setError(text === '' ? texts.reasonMissing : undefined)
    if (text !== '' && !isSending) onReject(text)
  }

  /** After a number key, Enter sends the reason. */
  function choose(reason: CommonReason, byKey: boolean) {
    setReason(text => withReason(text, { reason, reasons, max: maxLength }))
    setError(undefined)
    if (byKey) document.querySelector<HTMLElement>(`button[form="${formId}"]`)?.focus()
  }

  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={texts.rejectTitle}
      description={texts.rejectText}
      isKeptOnOutsidePress
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{commonMessages.cancel}</Button>
          <Button type="submit" form={formId} variant={variant} isLoading={isSending}>
            {texts.reject}
          </Button>
        </>
      }
    >
      <form id={formId} className={layout.stack} onSubmit={submit} noValidate>
        {children}
        {reasons.length > 0 && <ReasonChips reasons={reasons} text={reason} onChoose={choose} />}
        <TextArea
          label={texts.reason}
          name="reason"
          rows={4}
          maxLength={maxLength}
          value={reason}
          error={error}
          onChange={event => setReason(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
