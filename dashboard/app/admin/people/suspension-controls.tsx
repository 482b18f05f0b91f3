import type { Person } from '@mille/api/admin/endpoints.ts'
import type { Stop } from '@mille/stores/admin/people.ts'
import type { Problems } from '@mille/stores/shared/problems.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { Suspense, useState } from 'react'
import { formatMoment } from '../../page/formats.ts'
import { lazyPart } from '../../page/loads/lazy-part.ts'
import { suspensionMessages as messages } from './people-messages.ts'

const SuspendDialog = lazyPart(async () => (await import('./suspend-dialog.tsx')).SuspendDialog)

type SuspendButtonProps = {
  person: Person
  ownId: string | undefined
  /** Resolves to why the account was not suspended, or to null if it was. */
  onSuspend: (stop: Stop) => Promise<Problems | null>
}

/**
 * Asks what to stop, why, and until when. Operators cannot suspend their own account. A frozen account can be
 * suspended.
 */
export function SuspendButton({ person, ownId, onSuspend }: SuspendButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  const [wasAsked, setWasAsked] = useState(false)
  const toast = useToast()
  const isFrozen = person.attributes.suspension?.kind === 'money'

  function ask() {
    setWasAsked(true)
    setIsAsking(true)
  }

  async function suspend(stop: Stop) {
    const problems = await onSuspend(stop)
    if (problems !== null) return problems
    setIsAsking(false)
    toast.show({ title: messages.started[stop.kind] })
    return null
  }

  if (person.id === ownId || person.attributes.suspension?.kind === 'everything') return null
  return (
    <>
      <Button onClick={ask}>{isFrozen ? messages.actions.everything : messages.suspend}</Button>
      {wasAsked && (
        <Suspense fallback={null}>
          <SuspendDialog
            isOpen={isAsking}
            onOpenChange={setIsAsking}
            isFrozen={isFrozen}
            onSuspend={suspend}
          />
        </Suspense>
      )}
    </>
  )
}

/** Without `onLift`, the notice has no button that lifts the suspension. */
type SuspensionNoticeProps = { person: Person; onLift?: () => Promise<boolean> }

/** Shows why the account is suspended or frozen and until when, with a button that lifts it. */
export function SuspensionNotice({ person, onLift }: SuspensionNoticeProps) {
  const toast = useToast()
  const { suspension } = person.attributes
  if (suspension === null) return null
  const { kind, reason, started_at: at, until, started_by_name: by } = suspension

  async function lift() {
    if (await onLift?.()) toast.show({ title: messages.lifted[kind] })
  }

  return (
    <Notice
      tone="warning"
      title={messages.since[kind](formatMoment(at), by)}
      action={
        onLift && (
          <Button size="small" onClick={() => void lift()}>
            {messages.lift[kind]}
          </Button>
        )
      }
    >
      {reason}
      {until !== null && <p>{messages.until(formatMoment(until))}</p>}
    </Notice>
  )
}
