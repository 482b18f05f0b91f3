import type { User } from '@mille/api/accounts/endpoints.ts'
import type { Problem } from '@mille/stores/shared/problems.ts'
import { firstProblem } from '@mille/stores/shared/problems.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { type HandOffMessage, readHandOffMessage } from '@mille/widgets/login/hand-off-messages.ts'
import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { useApi, useApp } from '../page/app-context.tsx'
import { problemText } from '../page/messages.ts'
import styles from './sign-in.module.css'

const messages = {
  title: 'Sign in on another site',
  asks: 'wants to know who you are. If you continue, it can see the following for 15 minutes, and nothing else:',
  name: (name: string) => `Your account name: ${name}`,
  id: (id: string) => `Your account number: ${id}`,
  board:
    'A link to the feedback board that is signed in as you. Anyone with the link can make suggestions and vote in your name for 24 hours.',
  agree: 'Continue',
  refuse: 'Cancel',
  lost: 'This window is no longer connected to the page that opened it. Close it, then try again there.',
  refused: 'This site is not allowed to ask who you are. Nothing was shared with it.'
}

const refusals: ReadonlySet<string> = new Set(['origin_not_allowed', 'invalid'])

export type HandOffProps = { origin: string; user: User }

/** Tells the page that opened this window who is signed in, after the user agrees. See docs/decisions/059. */
export function HandOff({ origin, user }: HandOffProps) {
  const api = useApi()
  const { challenge, isAlone } = useOpener(origin)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isSending, setIsSending] = useState(false)
  const hasBoard = Boolean(useStore(useApp().session.$account)?.meta.feedback_url)
  // As on the server, only the part of an email address before the @ is used.
  const name = user.attributes.username ?? user.attributes.email?.split('@')[0] ?? user.id

  async function agree() {
    if (challenge === null) return
    setIsSending(true)
    setProblem(null)
    const result = await api.handOffs.createHandOff({ origin, challenge })
    setIsSending(false)
    if (!result.ok) return setProblem(firstProblem(result))
    const { code } = result.value.data.attributes
    post(window.opener as Window | null, origin, { type: 'mille-handoff-code', code })
    window.close()
  }

  return (
    <>
      <div className={styles.title}>
        <h1>{messages.title}</h1>
        <p>
          <strong className={styles.origin}>{origin}</strong> {messages.asks}
        </p>
        <ul>
          <li>{messages.name(name)}</li>
          <li>{messages.id(user.id)}</li>
          {hasBoard && <li>{messages.board}</li>}
        </ul>
      </div>
      {isAlone && (
        <Notice tone="warning" isLive>
          {messages.lost}
        </Notice>
      )}
      {problem && (
        <Notice tone="alarm" isLive>
          {refusals.has(problem.code) ? messages.refused : problemText(problem)}
        </Notice>
      )}
      <div className={styles.ways}>
        <Button
          variant="primary"
          disabled={challenge === null}
          isLoading={isSending}
          onClick={() => void agree()}
        >
          {messages.agree}
        </Button>
        <Button onClick={() => window.close()}>{messages.refuse}</Button>
      </div>
    </>
  )
}

/** Returns the challenge of the page that opened this window, or that no such page can be answered. */
function useOpener(origin: string): { challenge: string | null; isAlone: boolean } {
  const [challenge, setChallenge] = useState<string | null>(null)
  const [isAlone, setIsAlone] = useState(false)

  useEffect(() => {
    const opener = window.opener as Window | null
    if (opener === null) return setIsAlone(true)
    const listening = new AbortController()
    const from = { source: opener, origin }
    window.addEventListener(
      'message',
      event => {
        const message = readHandOffMessage(event, from, 'mille-handoff-challenge')
        if (message) setChallenge(message.challenge)
      },
      listening
    )
    // The browser delivers the message only if the opener really has the origin that it claims.
    if (!post(opener, origin, { type: 'mille-handoff-ready' })) setIsAlone(true)
    return () => listening.abort()
  }, [origin])

  return { challenge, isAlone }
}

/** Shown for a site that is not on the operator's list. It offers no question, no sign-in and no buttons. */
export function HandOffRefused() {
  return (
    <>
      <div className={styles.title}>
        <h1>{messages.title}</h1>
      </div>
      <Notice tone="alarm">{messages.refused}</Notice>
    </>
  )
}

/** Sends a message to the opener. Returns false if there is no opener or the origin is invalid. */
function post(opener: Window | null, origin: string, message: HandOffMessage): boolean {
  if (!opener || !URL.canParse(origin) || new URL(origin).origin !== origin) return false
  opener.postMessage(message, origin)
  return true
}
