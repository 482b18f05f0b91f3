import { firstProblem, type Problem } from '@mille/stores/shared/problems.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { useEffect, useState } from 'react'
import { useApi, useApp } from '../page/app-context.tsx'
import { problemText } from '../page/messages.ts'
import { hasPasskeys, passkeyBrowser } from '../settings/passkey-browser.ts'
import styles from './sign-in.module.css'

const messages = { button: 'Use a passkey' }

/** The way in for who has a passkey; not there where the browser knows none. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const { passkeys } = useApi()
  const { session } = useApp()
  const [isAble, setIsAble] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  // Known in the browser only: the server's page must be the same.
  useEffect(() => setIsAble(hasPasskeys()), [])
  if (!isAble) return null

  async function signIn() {
    setIsSending(true)
    setProblem(null)
    const asked = await passkeys.createPasskeyChallenge({ purpose: 'sign_in' })
    const response = asked.ok ? await passkeyBrowser.get(asked.value.data.attributes.options) : null
    const opened = response ? await passkeys.signInWithPasskey({ response }) : null
    setIsSending(false)
    if (!asked.ok) setProblem(firstProblem(asked))
    else if (opened && !opened.ok) setProblem(firstProblem(opened))
    else if (opened?.ok) {
      session.$account.set(opened.value)
      onSignedIn()
    }
  }

  return (
    <div className={styles.ways}>
      <Button isLoading={isSending} onClick={() => void signIn()}>
        {messages.button}
      </Button>
      {problem && <p role="alert">{problemText(problem)}</p>}
    </div>
  )
}
