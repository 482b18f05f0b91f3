import { Button } from '@mille/ui/button/button.tsx'
import { Dialog, type DialogProps } from '@mille/ui/dialog/dialog.tsx'
import { type FormEvent, type ReactNode, useId } from 'react'
import layout from '../layout.module.css'
import { commonMessages } from '../messages.ts'

export type FormDialogProps = {
  title: string
  /** The label of the main button. Null if there is nothing to do. */
  action: string | null
  size?: DialogProps['size']
  isSaving: boolean
  onSubmit: (event: FormEvent) => Promise<void>
  onClose: () => void
  children: ReactNode
}

/** An open dialog with a form. It cannot be closed while the form is being saved. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, size, isSaving, onSubmit, onClose, children } = props
  const formId = useId()
  return (
    <Dialog
      isOpen
      onOpenChange={isOpen => !isOpen && !isSaving && onClose()}
      title={title}
      size={size}
      isKeptOnOutsidePress
      footer={
        <>
          <Button disabled={isSaving} onClick={onClose}>
            {commonMessages.cancel}
          </Button>
          {action !== null && (
            <Button type="submit" form={formId} variant="primary" isLoading={isSaving}>
              {action}
            </Button>
          )}
        </>
      }
    >
      <form
        id={formId}
        className={layout.stack}
        onSubmit={event => void onSubmit(event)}
        noValidate
      >
        {children}
      </form>
    </Dialog>
  )
}
