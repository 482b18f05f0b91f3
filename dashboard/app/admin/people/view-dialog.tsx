import { guardedProblem } from '@mille/stores/shared/guard.ts'
import type { Problem } from '@mille/stores/shared/problems.ts'
import { useState } from 'react'
import { useApi, useApp } from '../../page/app-context.tsx'
import { inLanguage } from '../../page/navigation/language-prefix.ts'
import { ProblemNotice } from '../../page/notices/problem-notice.tsx'
import { RejectDialog } from '../review/reject-dialog.tsx'
import { viewingMessages as messages } from './viewing-messages.ts'

export type ViewDialogProps = {
  id: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** The page loads again as a whole, so that nothing of the operator's own account remains in memory. */
export function ViewDialog({ id, isOpen, onOpenChange }: ViewDialogProps) {
  const { admin } = useApi()
  const { guard } = useApp().stepUp
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)

  async function view(reason: string) {
    setIsSending(true)
    setProblem(null)
    const begun = await guard(() => admin.viewPerson({ id, reason }))
    if (begun.ok) {
      location.assign(inLanguage('/overview', location.pathname))
      return
    }
    setIsSending(false)
    setProblem(guardedProblem(begun))
  }

  return (
    <RejectDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      texts={messages.dialog}
      variant="primary"
      isSending={isSending}
      onReject={reason => void view(reason)}
    >
      <ProblemNotice problem={problem} />
    </RejectDialog>
  )
}
