import type { LookAroundRole } from '@mille/api/constants.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { useStore } from '@nanostores/react'
import { useApp } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import { lookAroundMessages as messages } from './look-around-messages.ts'
import { useLookAround } from './use-look-around.ts'

/** Offers visitors of a demonstration to look around as one of its people. */
export function LookAroundStart({ roles }: { roles: readonly LookAroundRole[] }) {
  const account = useStore(useApp().session.$account)
  const { working, problem, lookAround } = useLookAround()
  // A person with an own account would lose that session.
  if (account && !account.meta.look_around) return null
  return (
    <section className={layout.tight} aria-label={messages.title}>
      <p className={layout.soft}>{messages.text}</p>
      <div className={layout.row}>
        {roles.map(role => (
          <Button
            key={role}
            size="small"
            isLoading={working === role}
            onClick={() => void lookAround(role)}
          >
            {messages.start[role]}
          </Button>
        ))}
      </div>
      <ProblemNotice problem={problem} />
    </section>
  )
}
