import { useState } from 'react'
import { handOffMessages as messages } from './messages.ts'
import type { SignedInElsewhere } from './sign-in-elsewhere.ts'

export type LoginElsewhereProps = {
  /** The network's origin. */
  server: string
  signIn: () => Promise<SignedInElsewhere>
  onSignedIn: (session: Extract<SignedInElsewhere, { ok: true }>['session']) => void
}

/** The way in on another site than the network's own: in a window of the network's. */
export function LoginElsewhere({ server, signIn, onSignedIn }: LoginElsewhereProps) {
  const [isWaiting, setIsWaiting] = useState(false)
  const [error, setError] = useState('')

  async function go() {
    setIsWaiting(true)
    setError('')
    const result = await signIn()
    setIsWaiting(false)
    if (result.ok) onSignedIn(result.session)
    else setError(messages[result.reason])
  }

  return (
    <div className="mille-login">
      <p>{messages.text}</p>
      <p className="mille-login-error" role="alert">
        {error}
      </p>
      <button
        type="button"
        className="mille-login-main"
        aria-busy={isWaiting}
        onClick={() => void go()}
      >
        {messages.go} {new URL(server).host}
      </button>
      <p className="mille-login-help" role="status">
        {isWaiting && messages.waiting}
      </p>
    </div>
  )
}
