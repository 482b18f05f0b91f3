import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { dialogMessages } from './dialog-messages.ts'
import { type Translated, translate } from './words.ts'

export type DialogProps = Translated & {
  title: string
  description?: string | undefined
  /** False when it has to stay open. */
  onClose: () => unknown
  children: ReactNode
}

/**
 * A modal dialog of the platform, open for as long as it is there: the focus goes in, stays, and comes back; Esc closes it
 * when `onClose` lets it.
 * A press beside it does not: what was typed would be lost.
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
      // The platform has closed it already, on a second Esc without asking first.
      if (latest.current() === false) element?.showModal()
    }
    const before = document.activeElement as HTMLElement | null
    element?.addEventListener('close', report)
    element?.showModal()
    return () => {
      element?.removeEventListener('close', report)
      // Closing gives the focus back, but not when the page has removed the element already.
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
            // Not by way of the event, which comes later: what opens it again meanwhile would be closed with it.
            onClick={onClose}
          >
            ×
          </button>
        </div>
      </div>
    </dialog>
  )
}
