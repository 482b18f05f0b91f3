import type { Person } from '@mille/api/admin/endpoints.ts'
import { type SuspensionKind, suspensionKinds } from '@mille/api/constants.ts'
import type { Stop } from '@mille/stores/admin/people.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useState } from 'react'
import { formatMoment } from '../../page/formats.ts'
import { MomentField } from '../../page/forms/moment-field.tsx'
import { RejectDialog } from '../review/reject-dialog.tsx'
import { suspensionMessages as messages } from './people-messages.ts'

type SuspendButtonProps = {
  person: Person
  ownId: string | undefined
  /** False when it was refused. */
  onSuspend: (stop: Stop) => Promise<boolean>
}

/** Asks what to stop, why, and until when. Operators cannot do this to their own account; a frozen one can be suspended. */
export function SuspendButton({ person, ownId, onSuspend }: SuspendButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  const [chosen, setChosen] = useState<SuspensionKind>('everything')
  const [ends, setEnds] = useState('')
  const toast = useToast()
  const isFrozen = person.attributes.suspension?.kind === 'money'
  const kind = isFrozen ? 'everything' : chosen

  async function suspend(reason: string) {
    setIsAsking(false)
    if (await onSuspend({ kind, reason, ends })) toast.show({ title: messages.started[kind] })
  }

  if (person.id === ownId || person.attributes.suspension?.kind === 'everything') return null
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>
        {isFrozen ? messages.actions.everything : messages.suspend}
      </Button>
      <RejectDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        texts={{ ...messages.dialog, reject: messages.actions[kind] }}
        onReject={reason => void suspend(reason)}
      >
        {!isFrozen && (
          <RadioCards label={messages.kind} options={kinds} value={kind} onChange={setChosen} />
        )}
        <MomentField
          label={messages.ends}
          name="until"
          help={messages.endsHelp}
          isOptional
          value={ends}
          onChange={setEnds}
        />
      </RejectDialog>
    </>
  )
}

const kinds = suspensionKinds.map(value => ({
  value,
  label: messages.kinds[value],
  description: messages.kindTexts[value]
}))

/** Without `onLift` it only says so. */
type SuspensionNoticeProps = { person: Person; onLift?: () => Promise<boolean> }

/** Why the account is suspended or frozen, until when, and the way to lift it. */
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
