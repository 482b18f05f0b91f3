import { type SuspensionKind, suspensionKinds } from '@mille/api/constants.ts'
import type { Stop } from '@mille/stores/admin/people.ts'
import { noProblems, type Problems } from '@mille/stores/shared/problems.ts'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { useState } from 'react'
import { MomentField } from '../../page/forms/moment-field.tsx'
import { fieldText } from '../../page/messages.ts'
import { ProblemNotice } from '../../page/notices/problem-notice.tsx'
import { RejectDialog } from '../review/reject-dialog.tsx'
import { suspensionMessages as messages } from './people-messages.ts'

export type SuspendDialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** A frozen account can only be suspended. */
  isFrozen: boolean
  /** Resolves to why the account was not suspended, or to null if it was. */
  onSuspend: (stop: Stop) => Promise<Problems | null>
}

/**
 * Asks what to stop, why, and until when. The dialog stays open with the reason if the server does not suspend the
 * account. Typed text remains if the dialog is closed and opened again.
 */
export function SuspendDialog({ isOpen, onOpenChange, isFrozen, onSuspend }: SuspendDialogProps) {
  const [chosen, setChosen] = useState<SuspensionKind>('everything')
  const [ends, setEnds] = useState('')
  const [isSending, setIsSending] = useState(false)
  const [problems, setProblems] = useState(noProblems)
  const kind = isFrozen ? 'everything' : chosen

  async function suspend(reason: string) {
    setIsSending(true)
    setProblems((await onSuspend({ kind, reason, ends })) ?? noProblems)
    setIsSending(false)
  }

  return (
    <RejectDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      texts={{ ...messages.dialog, reject: messages.actions[kind] }}
      isSending={isSending}
      onReject={reason => void suspend(reason)}
    >
      <ProblemNotice problem={problems.general[0]} />
      {!isFrozen && (
        <RadioCards label={messages.kind} options={kinds} value={kind} onChange={setChosen} />
      )}
      <MomentField
        label={messages.ends}
        name="until"
        help={messages.endsHelp}
        isOptional
        error={fieldText(messages.ends, problems.fields.until)}
        value={ends}
        onChange={setEnds}
      />
    </RejectDialog>
  )
}

const kinds = suspensionKinds.map(value => ({
  value,
  label: messages.kinds[value],
  description: messages.kindTexts[value]
}))
