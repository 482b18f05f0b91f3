import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { dialogMessages } from './dialog-messages.ts'
import { type Translated, translate } from './words.ts'

export type DialogProps = Translated & {
  title: string
  description?: string | undefined
  /** Called to close the dialog; returns false if it must stay open. */
  onClose: () => unknown
  children: ReactNode
}

/**
 * Native modal dialog, open while mounted: the focus moves in, stays, and returns; Esc closes it if `onClose` permits.
 * A press outside does not close it, because typed text would be lost.
 */
export function Dialog({ title, description, onClose, words, children }: DialogProps) {
  const messages = translate(dialogMessages, words)
  const dialog = useRef<HTMLDialogElement>(null)
  const latest = useRef(onClose)
  const titleId = useId()
  latest.current = onClose

  useLayoutEffect(() => {
    const element = dialog.current
    const report = () => {
      // On a second Esc, the browser closes the dialog without asking, so it is opened again.
      if (latest.current() === false) element?.showModal()
    }
    const before = document.activeElement as HTMLElement | null
    element?.addEventListener('close', report)
    element?.showModal()
    return () => {
      element?.removeEventListener('close', report)
      // Closing restores the focus, but not if the page has already removed the element.
      element?.close()
      if (!element?.isConnected) before?.focus()
    }
  }, [])

  return (
    <dialog ref={dialog} aria-labelledby={titleId}>
      <div className="mille-room">
        <div className="mille-sheet">
          <h2 id={titleId}>{title}</h2>
          {description && <p>{description}</p>}
          {children}
          <button
            type="button"
            className="mille-close"
            aria-label={messages.close}
            // Calls `onClose` directly instead of through the `close` event, which fires later and could close a dialog
            // reopened meanwhile.
            onClick={onClose}
          >
            ×
          </button>
        </div>
      </div>
    </dialog>
  )
}
