import type { User } from '@mille/api/accounts/endpoints.ts'
import { firstProblem, type Problem } from '@mille/stores/shared/problems.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { useEffect, useEffectEvent, useState } from 'react'
import { useApi } from '../page/app-context.tsx'
import { formatMoment } from '../page/formats.ts'
import { inLanguage } from '../page/navigation/language-prefix.ts'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import { viewingMessages as messages } from './viewing-messages.ts'

/**
 * Says whose account an operator views, with the way back, which the page also takes at the end of the view. The page
 * then loads again as a whole, so that nothing of the viewed account remains in memory.
 */
export function ViewingBar({ user, until }: { user: User; until: string }) {
  const { accounts } = useApi()
  const [isStopping, setIsStopping] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const { id } = user
  const { username, email } = user.attributes

  async function stop() {
    setIsStopping(true)
    const stopped = await accounts.stopViewing()
    // If the session has ended, the view has ended with it.
    if (stopped.ok || stopped.status === 401) {
      location.assign(inLanguage(`/admin/users/${id}`, location.pathname))
      return
    }
    setIsStopping(false)
    setProblem(firstProblem(stopped))
  }

  const stopAtEnd = useEffectEvent(() => void stop())
  useEffect(() => {
    const left = Date.parse(until) - Date.now()
    // With a clock that is ahead, the end seems to be over. The server ends the view by its own clock.
    if (left <= 0) return
    const timer = setTimeout(stopAtEnd, left)
    return () => clearTimeout(timer)
  }, [until])

  return (
    <section aria-label={messages.region}>
      <Notice
        tone="warning"
        title={messages.title(username ?? email ?? messages.account(id))}
        isBanner
        action={
          <Button size="small" isLoading={isStopping} onClick={() => void stop()}>
            {messages.stop}
          </Button>
        }
      >
        {messages.text(formatMoment(until))}
      </Notice>
      <ProblemNotice problem={problem} />
    </section>
  )
}
