import type { ReactNode } from 'react'
import { later, useLater } from '../shared/later.ts'

export type DialogProps = {
  isOpen: boolean
  /** Called with false on Esc, the close button and a press outside the dialog. */
  onOpenChange: (isOpen: boolean) => void
  title: string
  description?: ReactNode
  children?: ReactNode
  /** Buttons at the end of the dialog, the main one last. */
  footer?: ReactNode
  size?: 'small' | 'medium' | 'large' | undefined
  /**
   * Whether a press outside is ignored, so that a slip of the mouse does not lose typed text; only Esc and the buttons
   * close the dialog.
   */
  isKeptOnOutsidePress?: boolean | undefined
}

const box = later(async () => (await import('./dialog-box.tsx')).DialogBox)

/** Modal dialog. The focus moves into it, stays inside and returns afterwards; the page behind does not scroll. */
export function Dialog(props: DialogProps) {
  const DialogBox = useLater(box, props.isOpen)
  return DialogBox && <DialogBox {...props} />
}
