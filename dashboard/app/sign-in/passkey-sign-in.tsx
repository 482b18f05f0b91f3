import { signInWithPasskey } from '@mille/stores/session/sign-in-with-passkey.ts'
import type { Problem } from '@mille/stores/shared/problems.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { hasPasskeys, passkeyBrowser } from '@mille/widgets/login/passkey-browser.ts'
import { useEffect, useState } from 'react'
import { useApi, useApp } from '../page/app-context.tsx'
import { problemText } from '../page/messages.ts'
import styles from './sign-in.module.css'

const messages = { button: 'Use a passkey' }

/** A button that signs in with a passkey. Hidden if the browser does not support passkeys. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const api = useApi()
  const { session } = useApp()
  const [isAble, setIsAble] = useState<boolean | null>(null)
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  // Only the browser knows whether passkeys are supported. Until then the button's space is reserved.
  useEffect(() => setIsAble(hasPasskeys()), [])
  if (isAble === false) return null

  async function signIn() {
    setIsSending(true)
    setProblem(null)
    const result = await signInWithPasskey(api, session, passkeyBrowser)
    setIsSending(false)
    if (result.state === 'failed') setProblem(result.problem)
    else if (result.state === 'done') onSignedIn()
  }

  return (
    <div className={isAble === null ? `${styles.ways} ${styles.unknown}` : styles.ways}>
      <Button isLoading={isSending} onClick={() => void signIn()}>
        {messages.button}
      </Button>
      {problem && <p role="alert">{problemText(problem)}</p>}
    </div>
  )
}
