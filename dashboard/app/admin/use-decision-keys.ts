import { useEffect } from 'react'

type Decisions = { onApprove: (() => void) | undefined; onReject: (() => void) | undefined }

/** A approves what stands first in a queue, R rejects it; not while somebody types, nor behind a dialog. */
export function useDecisionKeys({ onApprove, onReject }: Decisions): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (isTyping(event.target) || document.querySelector('[role="dialog"]')) return
      if (event.key === 'a') onApprove?.()
      else if (event.key === 'r') onReject?.()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [onApprove, onReject])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable]') !== null
  )
}
