import type { Person } from '@mille/api/admin/endpoints.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useState } from 'react'
import { formatMoment } from '../../page/formats.ts'
import { RejectDialog } from '../review/reject-dialog.tsx'
import { suspensionMessages as messages } from './people-messages.ts'

type SuspendButtonProps = {
  person: Person
  ownId: string | undefined
  /** False when it was refused. */
  onSuspend: (reason: string) => Promise<boolean>
}

/** Asks for the reason. Operators cannot suspend their own account. */
export function SuspendButton({ person, ownId, onSuspend }: SuspendButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  const toast = useToast()

  async function suspend(reason: string) {
    setIsAsking(false)
    if (await onSuspend(reason)) toast.show({ title: messages.started })
  }

  if (person.id === ownId || person.attributes.suspension !== null) return null
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{messages.suspend}</Button>
      <RejectDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        texts={messages.dialog}
        onReject={reason => void suspend(reason)}
      />
    </>
  )
}

/** Without `onLift` it only says so. */
type SuspensionNoticeProps = { person: Person; onLift?: () => Promise<boolean> }

/** Why the account is suspended, with the way to lift it. */
export function SuspensionNotice({ person, onLift }: SuspensionNoticeProps) {
  const toast = useToast()
  const { suspension } = person.attributes

  async function lift() {
    if (await onLift?.()) toast.show({ title: messages.lifted })
  }

  if (suspension === null) return null
  const { reason, started_at: at, started_by_name: by } = suspension
  return (
    <Notice
      tone="warning"
      title={messages.since(formatMoment(at), by)}
      action={
        onLift && (
          <Button size="small" onClick={() => void lift()}>
            {messages.lift}
          </Button>
        )
      }
    >
      {reason}
    </Notice>
  )
}
