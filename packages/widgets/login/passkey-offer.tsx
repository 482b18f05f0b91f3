import type { Api } from '@mille/api/client.ts'
import { addPasskey } from '@mille/stores/settings/passkeys.ts'
import { firstProblem } from '@mille/stores/shared/problems.ts'
import { useState } from 'react'
import { type Translated, translate } from '../shared/words.ts'
import { anonymousMessages } from './anonymous-messages.ts'
import { hasPasskeys, passkeyBrowser } from './passkey-browser.ts'
import { problemText } from './problem-text.ts'

export type PasskeyOfferProps = Translated & {
  passkeys: Pick<Api['passkeys'], 'createPasskeyChallenge' | 'createPasskey'>
  onAdded: () => void
}

/** A second way into an account that has only its code; not there where the browser knows no passkeys. */
export function PasskeyOffer({ passkeys, onAdded, words }: PasskeyOfferProps) {
  const messages = translate(anonymousMessages, words)
  const [state, setState] = useState<'ready' | 'sending' | 'added'>('ready')
  const [error, setError] = useState('')
  if (!hasPasskeys()) return null

  async function add() {
    if (state === 'sending') return
    setState('sending')
    setError('')
    const date = new Date().toISOString().slice(0, 10)
    const name = messages.passkeyName.replace('{date}', date)
    const added = await addPasskey({ passkeys }, passkeyBrowser, { name })
    setState(added?.ok ? 'added' : 'ready')
    if (added?.ok) onAdded()
    else if (added) setError(problemText(words, firstProblem(added)))
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
