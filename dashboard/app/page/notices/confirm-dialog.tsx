import { Button } from '@mille/ui/button/button.tsx'
import { Dialog } from '@mille/ui/dialog/dialog.tsx'
import type { ReactNode } from 'react'
import { commonMessages } from '../messages.ts'

export type ConfirmDialogProps = {
  isOpen: boolean
  onClose: () => void
  title: string
  description?: string | undefined
  /** The label of the confirm button, the same as on the button that opened the dialog. */
  action: string
  onConfirm: () => Promise<void>
  isWorking?: boolean | undefined
  isKeptOnOutsidePress?: boolean | undefined
  children?: ReactNode
}

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog({
  onClose,
  action,
  onConfirm,
  isWorking,
  ...question
}: ConfirmDialogProps) {
  return (
    <Dialog
      {...question}
      onOpenChange={onClose}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{commonMessages.cancel}</Button>
          <Button variant="danger" isLoading={isWorking} onClick={() => void onConfirm()}>
            {action}
          </Button>
        </>
      }
    />
  )
}
