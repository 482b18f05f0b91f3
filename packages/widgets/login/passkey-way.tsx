import { createBinder } from '@mille/api/create-binder.ts'
import { createPasskeyChallenge, signInWithPasskey } from '@mille/api/passkeys/endpoints.ts'
import type { SessionStores } from '@mille/stores/session/session.ts'
import { signInWithPasskey as signIn } from '@mille/stores/session/sign-in-with-passkey.ts'
import { useState } from 'react'
import { createOwnTransport } from '../shared/own-transport.ts'
import { type Translated, translate } from '../shared/words.ts'
import { hasPasskeys, passkeyBrowser } from './passkey-browser.ts'
import { passkeyWayMessages } from './passkey-way-messages.ts'
import { problemText } from './problem-text.ts'

export type PasskeyWayProps = Translated & {
  server: string
  session: SessionStores
  onSignedIn: () => void
}

/** Signing in by a passkey; not shown if the browser does not support them. */
export function PasskeyWay({ server, session, onSignedIn, words }: PasskeyWayProps) {
  const messages = translate(passkeyWayMessages, words)
  const [isSending, setIsSending] = useState(false)
  const [error, setError] = useState('')
  if (!hasPasskeys()) return null

  async function enter() {
    if (isSending) return
    setIsSending(true)
    setError('')
    const bind = createBinder({ transport: createOwnTransport(server) })
    const passkeys = bind({ createPasskeyChallenge, signInWithPasskey })
    const result = await signIn({ passkeys }, session, passkeyBrowser)
    setIsSending(false)
    if (result.state === 'done') onSignedIn()
    else if (result.state === 'failed') setError(problemText(words, result.problem))
  }

  return (
    <div className="mille-login">
      <p className="mille-login-ways">
        <button type="button" aria-busy={isSending} onClick={() => void enter()}>
          {messages.passkeyWay}
        </button>
      </p>
      <p className="mille-login-error" role="alert">
        {error}
      </p>
    </div>
  )
}
