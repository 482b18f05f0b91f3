/** Selects modal dialogs. A toast also has the role `dialog` but is not modal. */
const modal = '[role="dialog"]:not([aria-modal="false"])'

/**
 * Returns whether a key press without Ctrl, Alt and ⌘ is for the page: not while the user types, and not behind a
 * dialog.
 */
export function isForPage(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return false
  return !isTyping(event.target) && !isDialogOpen()
}

export function isDialogOpen(): boolean {
  return document.querySelector(modal) !== null
}

export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]') !== null
  )
}
