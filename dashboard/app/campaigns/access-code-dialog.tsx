import type { User } from '@mille/api/accounts/endpoints.ts'
import { confirmAccessCode } from '@mille/stores/session/confirm-access-code.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Dialog } from '@mille/ui/dialog/dialog.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { type FormEvent, useState } from 'react'
import { useApi, useApp } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { problemText } from '../page/messages.ts'
import { popupMessages } from './popup-messages.ts'

const { access: messages } = popupMessages

type AccessCodeDialogProps = {
  user: User
  isOpen: boolean
  onClose: () => void
  onDone: () => void
}

/**
 * Asks once to save the access code while that is still possible. An account without an email address cannot receive
 * the code again, and is about to hold money.
 */
export function AccessCodeDialog({ user, isOpen, onClose, onDone }: AccessCodeDialogProps) {
  const { session } = useApp()
  const api = useApi()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | undefined>()
  const [isSending, setIsSending] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    if (code.trim() === '') return setError(messages.empty)
    setIsSending(true)
    const result = await confirmAccessCode(api, session, code.trim())
    setIsSending(false)
    if (!result.ok) return setError(problemText(result.problem))
    if (result.value !== user.id) return setError(messages.other)
    onDone()
  }

  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onClose}
      title={messages.title}
      description={messages.text}
      size="small"
      isKeptOnOutsidePress
    >
      <form className={layout.form} onSubmit={event => void submit(event)} noValidate>
        <TextField
          label={messages.code}
          name="access_code"
          isCode
          autoComplete="off"
          value={code}
          error={error}
          onChange={event => {
            setError(undefined)
            setCode(event.target.value)
          }}
        />
        <div className={layout.row}>
          <Button type="submit" variant="primary" isLoading={isSending}>
            {messages.confirm}
          </Button>
          <Button variant="quiet" onClick={onDone}>
            {messages.skip}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
