import { type LookAroundRole, lookAroundRoles } from '@mille/api/constants.ts'
import type { Problem } from '@mille/stores/shared/problems.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { useState } from 'react'
import { useApp } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { inLanguage } from '../page/navigation/language-prefix.ts'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import { lookAroundMessages as messages } from './look-around-messages.ts'
import { useLookAround } from './use-look-around.ts'

/** Says whose account a stranger looks at, with the ways to the other people and to an own account. */
export function LookAroundBar({ role, name }: { role: LookAroundRole; name: string }) {
  const { session } = useApp()
  const { working, problem, lookAround } = useLookAround()
  const [isEnding, setIsEnding] = useState(false)
  const [failed, setFailed] = useState<Problem | null>(null)

  async function createAccount() {
    setIsEnding(true)
    const ended = await session.signOut()
    if (ended.ok) {
      location.assign(inLanguage('/#create-account', location.pathname))
      return
    }
    setIsEnding(false)
    setFailed(ended.problem)
  }

  return (
    <section aria-label={messages.region}>
      <Notice
        title={messages.barTitle[role](name)}
        isBanner
        action={
          <span className={layout.row}>
            <Button size="small" isLoading={isEnding} onClick={() => void createAccount()}>
              {messages.create}
            </Button>
            {lookAroundRoles
              .filter(it => it !== role)
              .map(other => (
                <Button
                  key={other}
                  size="small"
                  variant="quiet"
                  isLoading={working === other}
                  onClick={() => void lookAround(other)}
                >
                  {messages.change[other]}
                </Button>
              ))}
          </span>
        }
      >
        {messages.barText}
      </Notice>
      <ProblemNotice problem={problem ?? failed} />
    </section>
  )
}
