import { Button } from '@mille/ui/button/button.tsx'
import { Dialog } from '@mille/ui/dialog/dialog.tsx'
import { FieldGroup } from '@mille/ui/field/field.tsx'
import { TextArea } from '@mille/ui/text-area/text-area.tsx'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import layout from '../../page/layout.module.css'
import { commonMessages } from '../../page/messages.ts'
import { reviewMessages as messages } from './review-messages.ts'

export type RejectDialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onReject: (reason: string) => void
  /** Texts for when the dialog asks for the reason of something other than a rejection. */
  texts?: ReasonTexts
  /** Frequent reasons. A press adds one to the text, which can be edited before it is sent. */
  reasons?: readonly string[]
  /** Whether the server's answer is awaited, for dialogs that stay open until then. */
  isSending?: boolean
  /** Additional fields above the reason. */
  children?: ReactNode
}

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
          <Button type="submit" form={formId} variant="danger" isLoading={isSending}>
            {texts.reject}
          </Button>
        </>
      }
    >
      <form id={formId} className={layout.stack} onSubmit={submit} noValidate>
        {children}
        {reasons.length > 0 && (
          <FieldGroup label={messages.suggested}>
            {() => (
              <div className={layout.row}>
                {reasons.map(text => (
                  <Button
                    key={text}
                    size="small"
                    onClick={() => setReason(typed => withReason(typed, text))}
                  >
                    {text}
                  </Button>
                ))}
              </div>
            )}
          </FieldGroup>
        )}
        <TextArea
          label={texts.reason}
          name="reason"
          rows={4}
          maxLength={500}
          value={reason}
          error={error}
          onChange={event => setReason(event.target.value)}
        />
      </form>
    </Dialog>
  )
}

/** Adds a reason to the typed text unless it is already there. */
function withReason(typed: string, text: string): string {
  return typed.includes(text) ? typed : `${typed} ${text}`.trim()
}
