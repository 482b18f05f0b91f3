import type { Problem } from '@mille/stores/shared/problems.ts'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type { Translated } from '../shared/words.ts'
import { problemText } from './problem-text.ts'

export type LoginFormProps = Translated & {
  kind: 'email' | 'code'
  label: string
  help?: string
  value: string
  onValue: (value: string) => void
  /** Returns the problem with a value before it is sent, or null. */
  check: (value: string) => string | null
  /** What a person should know before pressing the button. */
  note?: ReactNode
  submit: string
  send: (value: string) => Promise<{ ok: true } | { ok: false; problem: Problem }>
  onDone: () => void
}

/** Form with one field and a button. The typed text stays whatever the answer is. */
export function LoginForm({ kind, label, help, value, onValue, ...rest }: LoginFormProps) {
  const { check, note, submit, send, onDone, words } = rest
  const [isSending, setIsSending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const id = useId()

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    // Text typed before this code had loaded exists only in the input element.
    const written = event.currentTarget.querySelector('input')?.value ?? value
    onValue(written)
    const typed = written.trim()
    const wrong = check(typed)
    setError(wrong)
    if (wrong !== null) return
    setIsSending(true)
    const result = await send(typed)
    setIsSending(false)
    if (result.ok) onDone()
    else setError(problemText(words, result.problem))
  }

  const described = [help && `${id}help`, error && `${id}error`].filter(Boolean).join(' ')
  return (
    <form className="mille-login" onSubmit={event => void onSubmit(event)} noValidate>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={kind === 'email' ? 'email' : 'text'}
        name={kind === 'email' ? 'email' : 'access_code'}
        autoComplete={kind === 'email' ? 'email' : 'one-time-code'}
        autoCapitalize={kind === 'email' ? 'none' : 'characters'}
        spellCheck={false}
        data-kind={kind}
        aria-invalid={error !== null}
        aria-describedby={described || undefined}
        value={value}
        onInput={event => onValue(event.currentTarget.value)}
      />
      {help && (
        <small id={`${id}help`} className="mille-login-help">
          {help}
        </small>
      )}
      <p id={`${id}error`} className="mille-login-error" role="alert">
        {error}
      </p>
      {note}
      <button type="submit" className="mille-login-main" aria-busy={isSending}>
        {submit}
      </button>
    </form>
  )
}
