/**
 * Calls back in the frame after any change that may have put the ad in the page's way, or out of it. Returns a function
 * that stops it.
 */
export function watchPage(box: HTMLElement, onChange: () => void): () => void {
  const listening = new AbortController()
  let hasModal = findModal()
  let frame = 0

  const modals = new MutationObserver(() => {
    if (findModal() !== hasModal) schedule()
  })
  modals.observe(document, { subtree: true, childList: true, attributes: true })
  const sizes = new ResizeObserver(schedule)
  sizes.observe(box)
  for (const name of ['focusin', 'focusout', 'scrollend', 'transitionend'])
    document.addEventListener(name, schedule, listening)
  // The soft keyboard shrinks the visual viewport only.
  for (const view of [window, window.visualViewport])
    view?.addEventListener('resize', schedule, listening)

  return () => {
    listening.abort()
    modals.disconnect()
    sizes.disconnect()
    cancelAnimationFrame(frame)
  }

  function schedule() {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => {
      hasModal = findModal()
      onChange()
    })
  }
}

/** Returns whether the page shows a modal of its own. An open modal `dialog` lies above all ads by itself. */
export function findModal(): boolean {
  const options = { visibilityProperty: true, opacityProperty: true }
  return [...document.querySelectorAll('[aria-modal=true]')].some(
    it => it.checkVisibility?.(options) ?? it.getClientRects()[0]
  )
}
