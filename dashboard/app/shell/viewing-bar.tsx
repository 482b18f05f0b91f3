import type { User, UserDocument } from '@mille/api/accounts/endpoints.ts'
import { firstProblem, type Problem } from '@mille/stores/shared/problems.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { useEffect, useEffectEvent, useState } from 'react'
import { useApi } from '../page/app-context.tsx'
import { formatMoment } from '../page/formats.ts'
import { inLanguage } from '../page/navigation/language-prefix.ts'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import { viewingMessages as messages } from './viewing-messages.ts'

type ViewingBarProps = { user: User; viewing: NonNullable<UserDocument['meta']['viewing']> }

/**
 * Says whose account an operator or a member views, with the way back, which the page also takes at the end of an
 * operator's view. The page then loads again as a whole, so that nothing of the viewed account remains in memory.
 */
export function ViewingBar({ user, viewing: { as, until } }: ViewingBarProps) {
  const { accounts } = useApi()
  const [isStopping, setIsStopping] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const { id } = user
  const { username, email } = user.attributes
  const name = username ?? email ?? messages.account(id)
  const isOperator = as === 'operator'

  async function stop() {
    setIsStopping(true)
    const stopped = await accounts.stopViewing()
    // If the session has ended, the view has ended with it.
    if (stopped.ok || stopped.status === 401) {
      const path = isOperator ? `/admin/users/${id}` : '/overview'
      location.assign(inLanguage(path, location.pathname))
      return
    }
    setIsStopping(false)
    setProblem(firstProblem(stopped))
  }

  const stopAtEnd = useEffectEvent(() => void stop())
  useEffect(() => {
    if (until === null) return
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
        title={isOperator ? messages.title(name) : messages.titleOfViewer(name)}
        isBanner
        action={
          <Button size="small" isLoading={isStopping} onClick={() => void stop()}>
            {isOperator ? messages.stop : messages.back}
          </Button>
        }
      >
        {until === null ? messages.textOfViewer : messages.text(formatMoment(until))}
      </Notice>
      <ProblemNotice problem={problem} />
    </section>
  )
}
