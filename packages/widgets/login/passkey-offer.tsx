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

/**
 * Offers a passkey as a second way into an account that has only its code; hidden if the browser does not support
 * passkeys.
 */
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
      <button
        type="button"
        className="mille-login-second mille-login-row"
        aria-busy={state === 'sending'}
        onClick={() => void add()}
      >
        <svg
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          aria-hidden="true"
        >
          <path d="M8 20a5 5 0 1 1 4.6-7H21v4m-4-4v3M8 15v.1" />
        </svg>
        {messages.passkey}
      </button>
      <p className="mille-login-error" role="alert">
        {error}
      </p>
    </>
  )
}
