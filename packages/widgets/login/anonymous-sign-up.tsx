import type { PopupStores } from '@mille/stores/popups/popups.ts'
import type { Problem } from '@mille/stores/shared/problems.ts'
import { useState } from 'react'
import { translate } from '../shared/words.ts'
import { anonymousMessages } from './anonymous-messages.ts'
import { NewCode, type NewCodeProps } from './new-code.tsx'
import { Panel } from './panel.tsx'
import { problemText } from './problem-text.ts'

export type AnonymousSignUpProps = Pick<NewCodeProps, 'confirm' | 'passkeys' | 'words'> & {
  create: () => Promise<{ ok: true; value: string } | { ok: false; problem: Problem }>
  /** Of the popup around it, which stays open until the code is saved. */
  popups: Pick<PopupStores, 'hold' | '$refusals'>
  onSignedIn: () => void
}

/** An account that is nothing but its code. The code must be saved before the person can continue. */
export function AnonymousSignUp(props: AnonymousSignUpProps) {
  const { create, confirm, popups, passkeys, onSignedIn, words } = props
  const messages = translate(anonymousMessages, words)
  const [isSending, setIsSending] = useState(false)
  const [error, setError] = useState('')
  const [code, setCode] = useState<string | null>(null)

  async function createAccount() {
    if (isSending) return
    setIsSending(true)
    setError('')
    // Also while the answer is on its way: what it brings is shown once.
    popups.hold(true)
    const result = await create()
    setIsSending(false)
    if (result.ok) return setCode(result.value)
    popups.hold(false)
    setError(problemText(words, result.problem))
  }

  if (code !== null)
    return (
      <NewCode
        words={words}
        code={code}
        confirm={confirm}
        popups={popups}
        passkeys={passkeys}
        onDone={onSignedIn}
      />
    )
  return (
    <Panel>
      <p>{messages.anonymousText}</p>
      <p className="mille-login-error" role="alert">
        {error}
      </p>
      <button
        type="button"
        className="mille-login-main"
        aria-busy={isSending}
        onClick={() => void createAccount()}
      >
        {messages.createAnonymous}
      </button>
    </Panel>
  )
}
