import { Button } from '@mille/ui/button/button.tsx'
import { Dialog } from '@mille/ui/dialog/dialog.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { hasPasskeys } from '@mille/widgets/login/passkey-browser.ts'
import { useCountdown } from '@mille/widgets/shared/use-countdown.ts'
import { useStore } from '@nanostores/react'
import { type FormEvent, useId, useState } from 'react'
import { useApp } from '../page/app-context.tsx'
import { commonMessages, problemText } from '../page/messages.ts'
import { stepUpMessages as messages } from './messages.ts'

/** The step-up dialog, which asks users on any page to prove their identity before a protected call. */
export function StepUpDialog() {
  const { stepUp } = useApp()
  const question = useStore(stepUp.$question)
  if (!question) return null
  return (
    <Question
      isByMail={question.methods.includes('mail')}
      hasPasskey={question.methods.includes('passkey') && hasPasskeys()}
    />
  )
}

function Question({ isByMail, hasPasskey }: { isByMail: boolean; hasPasskey: boolean }) {
  const { stepUp } = useApp()
  const problem = useStore(stepUp.$problem)
  const isSending = useStore(stepUp.$isSending)
  const formId = useId()
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState<string>()
  const wait = useCountdown()

  function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(code.trim() === '' ? messages.codeEmpty : undefined)
    if (code.trim() !== '') void stepUp.proveByCode(code)
  }

  return (
    <Dialog
      isOpen
      onOpenChange={stepUp.cancel}
      title={messages.title}
      description={isByMail ? messages.mailText : messages.accountText}
      size="small"
      isKeptOnOutsidePress
      footer={
        <>
          <Button onClick={stepUp.cancel}>{commonMessages.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" isLoading={isSending}>
            {messages.confirm}
          </Button>
        </>
      }
    >
      {hasPasskey && (
        <p>
          <Button isLoading={isSending} onClick={() => void stepUp.proveByPasskey()}>
            {messages.passkey}
          </Button>
        </p>
      )}
      <form id={formId} onSubmit={submit} noValidate>
        <TextField
          label={messages.code}
          name="step_up_code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          isCode
          value={code}
          error={missing ?? (problem ? problemText(problem) : undefined)}
          onChange={event => setCode(event.target.value)}
        />
      </form>
      {isByMail && (
        <Button
          size="small"
          variant="quiet"
          disabled={wait.seconds > 0}
          onClick={() => {
            wait.restart()
            void stepUp.sendCode()
          }}
        >
          {wait.seconds > 0 ? messages.againIn(wait.seconds) : messages.again}
        </Button>
      )}
    </Dialog>
  )
}
