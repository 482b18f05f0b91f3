import type { ReactNode } from 'react'
import { later, useLater } from '../shared/later.ts'

export type DialogProps = {
  isOpen: boolean
  /** Called with false on Esc, the close button and a press beside the dialog. */
  onOpenChange: (isOpen: boolean) => void
  title: string
  description?: ReactNode
  children?: ReactNode
  /** Buttons at the end, the main one last. */
  footer?: ReactNode
  size?: 'small' | 'medium' | 'large' | undefined
  /** What was typed inside would be lost by a slip of the mouse: only Esc and the buttons close it. */
  isKeptOnOutsidePress?: boolean | undefined
}

const box = later(async () => (await import('./dialog-box.tsx')).DialogBox)

/** A question in front of the page. The focus goes in, stays in and comes back; the page behind does not scroll. */
export function Dialog(props: DialogProps) {
  const DialogBox = useLater(box, props.isOpen)
  return DialogBox && <DialogBox {...props} />
}
