import { type SuspensionKind, suspensionKinds } from '@mille/api/constants.ts'
import type { Stop } from '@mille/stores/admin/people.ts'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { useState } from 'react'
import { MomentField } from '../../page/forms/moment-field.tsx'
import { RejectDialog } from '../review/reject-dialog.tsx'
import { suspensionMessages as messages } from './people-messages.ts'

export type SuspendDialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** A frozen account can only be suspended. */
  isFrozen: boolean
  onSuspend: (stop: Stop) => void
}

/** Asks what to stop, why, and until when. Typed text remains if the dialog is closed and opened again. */
export function SuspendDialog({ isOpen, onOpenChange, isFrozen, onSuspend }: SuspendDialogProps) {
  const [chosen, setChosen] = useState<SuspensionKind>('everything')
  const [ends, setEnds] = useState('')
  const kind = isFrozen ? 'everything' : chosen
  return (
    <RejectDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      texts={{ ...messages.dialog, reject: messages.actions[kind] }}
      onReject={reason => onSuspend({ kind, reason, ends })}
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
  )
}

const kinds = suspensionKinds.map(value => ({
  value,
  label: messages.kinds[value],
  description: messages.kindTexts[value]
}))
