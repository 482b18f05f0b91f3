import { useEffect } from 'react'
import { isForPage } from '../../page/pressable-keys.ts'

const item = '[data-queue-item]'

/**
 * The keys of a queue. J and K go to the next item and to the one before; every other key presses what carries it as
 * `aria-keyshortcuts`, in the item where the focus is, else in the first. Not while the person types, nor behind a
 * dialog.
 */
export function useQueueKeys(): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (!isForPage(event)) return
      const isHandled = event.key === 'j' || event.key === 'k' ? move(event.key) : decide(event.key)
      if (isHandled) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** The one after it, or at the end the one before. */
export function nextItem(of: HTMLElement): HTMLElement | undefined {
  const items = [...document.querySelectorAll<HTMLElement>(item)]
  const at = items.indexOf(of)
  return items[at + 1] ?? items[at - 1]
}

function move(key: 'j' | 'k'): boolean {
  const items = [...document.querySelectorAll<HTMLElement>(item)]
  const at = items.findIndex(it => it.contains(document.activeElement))
  const next = items[key === 'j' ? at + 1 : Math.max(0, at - 1)]
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
