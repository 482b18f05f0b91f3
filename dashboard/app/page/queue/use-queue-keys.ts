import { useEffect } from 'react'
import { isForPage } from '../pressable-keys.ts'

const item = '[data-queue-item]'
/** Elements in which the arrow keys move through the queue. Elsewhere arrow keys scroll, or choose in a field. */
const takesArrows = `${item}, ${item} button[aria-keyshortcuts]`

type Way = 'next' | 'previous'

/**
 * The keyboard shortcuts of a queue. J and K, and the arrow keys within an item, go to the next and previous item.
 * Other keys press the button with this `aria-keyshortcuts` in the focused item, or else in the first item. Ignored
 * while the user types or a dialog is open.
 */
export function useQueueKeys(): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (!isForPage(event)) return
      const way = wayOf(event.key)
      if (way ? move(way) : decide(event.key)) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** Returns the next item, or for the last item the previous one. */
export function nextItem(of: HTMLElement): HTMLElement | undefined {
  const items = [...document.querySelectorAll<HTMLElement>(item)]
  const at = items.indexOf(of)
  return items[at + 1] ?? items[at - 1]
}

function wayOf(key: string): Way | null {
  if (key === 'j') return 'next'
  if (key === 'k') return 'previous'
  if (!document.activeElement?.matches(takesArrows)) return null
  if (key === 'ArrowDown') return 'next'
  return key === 'ArrowUp' ? 'previous' : null
}

function move(way: Way): boolean {
  const items = [...document.querySelectorAll<HTMLElement>(item)]
  const at = items.findIndex(it => it.contains(document.activeElement))
  const next = items[way === 'next' ? at + 1 : Math.max(0, at - 1)]
  next?.focus()
  return next !== undefined
}

function decide(key: string): boolean {
  if (!/^[a-z]$/.test(key)) return false
  const focused = document.activeElement?.closest<HTMLElement>(item)
  const found = (focused ?? document.querySelector<HTMLElement>(item))?.querySelector<HTMLElement>(
    `[aria-keyshortcuts="${key}"]`
  )
  if (!found) return false
  if (found instanceof HTMLTextAreaElement) found.focus()
  else found.click()
  return true
}
