import type { Problem } from '@mille/stores/shared/problems.ts'
import { useState } from 'react'
import { anonymousMessages as messages } from './anonymous-messages.ts'
import { problemText } from './messages.ts'
import { Panel } from './panel.tsx'

export type AnonymousSignUpProps = {
  create: () => Promise<{ ok: true; value: string } | { ok: false; problem: Problem }>
  onSignedIn: () => void
}

/** An account that is nothing but its code. The code must be kept before one can go on. */
export function AnonymousSignUp({ create, onSignedIn }: AnonymousSignUpProps) {
  const [isSending, setIsSending] = useState(false)
  const [error, setError] = useState('')
  const [code, setCode] = useState<string | null>(null)
  const [isKept, setIsKept] = useState(false)
  const [isCopied, setIsCopied] = useState(false)

  async function createAccount() {
    if (isSending) return
    setIsSending(true)
    setError('')
    const result = await create()
    setIsSending(false)
    if (result.ok) setCode(result.value)
    else setError(problemText(result.problem))
  }

  async function copy(text: string) {
    await navigator.clipboard.writeText(text)
    setIsCopied(true)
  }

  if (code === null) {
    return (
      <Panel>
        <p>{messages.anonymousText}</p>
        <p className="mille-login-error" role="alert">
          {error}
        </p>
        <button
          type="button"
          className="mille-login-main"
          aria-busy={isSending}
          onClick={() => void createAccount()}
        >
          {messages.createAnonymous}
        </button>
      </Panel>
    )
  }
  return (
    <Panel>
      <p className="mille-login-once" role="status">
        {messages.codeOnce}
      </p>
      <code className="mille-login-code" dir="ltr">
        {code}
      </code>
      <p className="mille-login-ways">
        <button type="button" onClick={() => void copy(code).catch(() => setIsCopied(false))}>
          {isCopied ? messages.copied : messages.copy}
        </button>
        <button type="button" onClick={() => saveFile(`${messages.fileText}\n${code}\n`)}>
          {messages.download}
        </button>
      </p>
      <label className="mille-login-kept">
        <input
          type="checkbox"
          checked={isKept}
          onChange={event => setIsKept(event.currentTarget.checked)}
        />
        {messages.kept}
      </label>
      <button type="button" className="mille-login-main" disabled={!isKept} onClick={onSignedIn}>
        {messages.done}
      </button>
    </Panel>
  )
}

function saveFile(text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = messages.fileName
  link.click()
  // The browser has taken the file over by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
