import type { PopupStores } from '@mille/stores/popups/popups.ts'
import type { Problem } from '@mille/stores/shared/problems.ts'
import { type ReactNode, useState } from 'react'
import { translate } from '../shared/words.ts'
import { anonymousMessages } from './anonymous-messages.ts'
import { NewCode, type NewCodeProps } from './new-code.tsx'
import { Panel } from './panel.tsx'
import { problemText } from './problem-text.ts'

export type AnonymousSignUpProps = Pick<NewCodeProps, 'confirm' | 'passkeys' | 'words'> & {
  create: () => Promise<{ ok: true; value: string } | { ok: false; problem: Problem }>
  /** The surrounding popup, which stays open until the code is saved. */
  popups: Pick<PopupStores, 'hold' | '$refusals'>
  onSignedIn: () => void
  /** What a person agrees to by creating the account. */
  agreement?: ReactNode
}

/** Sign-up for an account that consists only of its code. The user must save the code before continuing. */
export function AnonymousSignUp(props: AnonymousSignUpProps) {
  const { create, confirm, popups, passkeys, onSignedIn, agreement, words } = props
  const messages = translate(anonymousMessages, words)
  const [isSending, setIsSending] = useState(false)
  const [error, setError] = useState('')
  const [code, setCode] = useState<string | null>(null)

  async function createAccount() {
    if (isSending) return
    setIsSending(true)
    setError('')
    // The popup is also held open while the answer is pending, because the code in it is shown only once.
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
      {agreement}
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
