import type { Api } from '@mille/api/client.ts'
import { addPasskey } from '@mille/stores/settings/passkeys.ts'
import { firstProblem } from '@mille/stores/shared/problems.ts'
import { useState } from 'react'
import { anonymousMessages as messages } from './anonymous-messages.ts'
import { problemText } from './messages.ts'
import { hasPasskeys, passkeyBrowser } from './passkey-browser.ts'

export type PasskeyOfferProps = {
  passkeys: Pick<Api['passkeys'], 'createPasskeyChallenge' | 'createPasskey'>
  onAdded: () => void
}

/** A second way into an account that has only its code; not there where the browser knows no passkeys. */
export function PasskeyOffer({ passkeys, onAdded }: PasskeyOfferProps) {
  const [state, setState] = useState<'ready' | 'sending' | 'added'>('ready')
  const [error, setError] = useState('')
  if (!hasPasskeys()) return null

  async function add() {
    if (state === 'sending') return
    setState('sending')
    setError('')
    const name = messages.passkeyName(new Date().toISOString().slice(0, 10))
    const added = await addPasskey({ passkeys }, passkeyBrowser, { name })
    setState(added?.ok ? 'added' : 'ready')
    if (added?.ok) onAdded()
    else if (added) setError(problemText(firstProblem(added)))
  }

  if (state === 'added') return <p role="status">{messages.passkeyAdded}</p>
  return (
    <>
      <p className="mille-login-ways">
        <button type="button" aria-busy={state === 'sending'} onClick={() => void add()}>
          {messages.passkey}
        </button>
      </p>
      <p className="mille-login-error" role="alert">
        {error}
      </p>
    </>
  )
}
