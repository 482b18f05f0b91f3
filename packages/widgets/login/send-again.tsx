import type { Problem } from '@mille/stores/shared/problems.ts'
import { useState } from 'react'
import { useCountdown } from '../shared/use-countdown.ts'
import { signInMessages as messages, problemText } from './messages.ts'

export type SendAgainProps = {
  send: () => Promise<{ ok: true } | { ok: false; problem: Problem }>
}

/** Another code to the same address, once a minute. */
export function SendAgain({ send }: SendAgainProps) {
  const { seconds, restart } = useCountdown()
  const [error, setError] = useState('')

  async function again() {
    restart()
    const result = await send()
    setError(result.ok ? '' : problemText(result.problem))
  }

  return (
    <p className="mille-login-ways">
      <button type="button" disabled={seconds > 0} onClick={() => void again()}>
        {messages.again}
        {seconds > 0 && ` (${seconds} s)`}
      </button>
      <span role="alert">{error}</span>
    </p>
  )
}
