import { useState } from 'react'
import { type Translated, translate } from '../shared/words.ts'
import { handOffMessages } from './messages.ts'
import type { SignedInElsewhere } from './sign-in-elsewhere.ts'

export type LoginElsewhereProps = Translated & {
  /** The network's origin. */
  server: string
  signIn: () => Promise<SignedInElsewhere>
  onSignedIn: (session: Extract<SignedInElsewhere, { ok: true }>['session']) => void
}

/** Sign-in on a site other than the network's own, in a window of the network. */
export function LoginElsewhere({ server, signIn, onSignedIn, words }: LoginElsewhereProps) {
  const messages = translate(handOffMessages, words)
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
      <p>{messages.handOff}</p>
      <p className="mille-login-error" role="alert">
        {error}
      </p>
      <button
        type="button"
        className="mille-login-main"
        aria-busy={isWaiting}
        onClick={() => void go()}
      >
        {messages.go.replace('{host}', new URL(server).host)}
      </button>
      <p className="mille-login-help" role="status">
        {isWaiting && messages.waiting}
      </p>
    </div>
  )
}
