import type { User } from '@mille/api/accounts/endpoints.ts'
import { firstProblem, type Problem } from '@mille/stores/shared/problems.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useApi, useApp } from '../page/app-context.tsx'
import { problemText } from '../page/messages.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import styles from './sign-in.module.css'

const messages = {
  title: 'Confirm your address',
  text: 'Press the button to confirm that you received our email.',
  signedIn: (account: string) =>
    `You are signed in as ${account}. A new address is confirmed for this account only.`,
  confirm: 'Confirm',
  done: 'Your address is confirmed.',
  goOn: 'Sign in',
  elsewhere:
    'Another account requested this address. If that account is yours, sign in to it in this browser and press the button again. If you did not request this, close this page. Nothing has changed.',
  invalid:
    'This link is no longer valid. It works once, for one day. Request a new one from the page where you started.'
}

const wordsOf: Readonly<Record<string, string>> = {
  confirmation_invalid: messages.invalid,
  confirmation_elsewhere: messages.elsewhere
}

export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

/**
 * The page that a confirmation email links to. It requires a button press, because programs that open links must not
 * confirm anything.
 */
export default function ConfirmPage() {
  const { accounts } = useApi()
  const user = useStore(useApp().session.$user)
  const [search] = useSearchParams()
  const [isDone, setIsDone] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)

  async function confirm() {
    setIsSending(true)
    const result = await accounts.confirmAddress({ token: search.get('token') ?? '' })
    setIsSending(false)
    setIsDone(result.ok)
    setProblem(result.ok ? null : firstProblem(result))
  }

  return (
    <div className={styles.page}>
      <div className={styles.title}>
        <h1>{messages.title}</h1>
        {!isDone && <p>{messages.text}</p>}
        {!isDone && user && <p>{messages.signedIn(nameOf(user))}</p>}
      </div>
      {problem && (
        <Notice
          tone="alarm"
          isLive
          action={
            problem.code === 'confirmation_elsewhere' && (
              <Button href={signInAgain(search)}>{messages.goOn}</Button>
            )
          }
        >
          {wordsOf[problem.code] ?? problemText(problem)}
        </Notice>
      )}
      {isDone ? (
        <Notice
          tone="success"
          isLive
          action={<Button href="/user/sign_in">{messages.goOn}</Button>}
        >
          {messages.done}
        </Notice>
      ) : (
        <Button variant="primary" isLoading={isSending} onClick={() => void confirm()}>
          {messages.confirm}
        </Button>
      )}
    </div>
  )
}

function nameOf({ id, attributes: { username, email } }: User): string {
  return username ?? email ?? `account ${id}`
}

/** Returns the address of the sign-in page, which returns to the confirmation link afterwards. */
function signInAgain(search: URLSearchParams): string {
  return `/user/sign_in?${new URLSearchParams({ return_to: `/user/confirm?${search}` })}`
}
