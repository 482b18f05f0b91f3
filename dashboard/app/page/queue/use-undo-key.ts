import { useEffect, useEffectEvent } from 'react'
import { isForPage } from '../pressable-keys.ts'

/** Calls `onUndo` when Z is pressed, unless the user types or a dialog is open. It returns the ID of the item to go to. */
export function useUndoKey(onUndo: () => string | null): void {
  const undo = useEffectEvent(onUndo)
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key !== 'z' || !isForPage(event)) return
      event.preventDefault()
      focusItem(undo())
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** Moves the focus to an item of the queue once it is shown. */
export function focusItem(id: string | null): void {
  if (id === null) return
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>(`[data-queue-item="${CSS.escape(id)}"]`)?.focus()
  })
}
