import type { Problem } from '@mille/stores/shared/problems.ts'
import { useState } from 'react'
import { useCountdown } from '../shared/use-countdown.ts'
import { type Translated, translate } from '../shared/words.ts'
import { signInMessages } from './messages.ts'
import { problemText } from './problem-text.ts'

export type SendAgainProps = Translated & {
  send: () => Promise<{ ok: true } | { ok: false; problem: Problem }>
}

/** Button that sends another code to the same address, at most once a minute. */
export function SendAgain({ send, words }: SendAgainProps) {
  const messages = translate(signInMessages, words)
  const { seconds, restart } = useCountdown()
  const [error, setError] = useState('')

  async function again() {
    restart()
    const result = await send()
    setError(result.ok ? '' : problemText(words, result.problem))
  }

  return (
    <p className="mille-login-ways">
      <button type="button" disabled={seconds > 0} onClick={() => void again()}>
        {seconds > 0 ? messages.againIn.replace('{seconds}', `${seconds}`) : messages.again}
      </button>
      <span role="alert">{error}</span>
    </p>
  )
}
