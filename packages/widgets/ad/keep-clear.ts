import type { StickySide } from '@mille/api/constants.ts'

/** CSS pixels that the page has to itself beside an ad at its side. */
const minPageWidth = 1_000
/** For the outline of what is focused. */
const outline = 8

/**
 * Keeps a sticky ad out of the page's way: there is room to scroll the end of the page clear of it, what is focused is
 * scrolled clear of it, and it goes away while it would cover what is focused or the page shows a modal of its own. An
 * ancestor that moves or covers it is left for a place at the end of the page: not the top layer, where it would lie over
 * everything that the page lays over its ads. Returns what undoes all of this.
 */
export function keepClear(host: Element, box: HTMLElement, side: StickySide): () => void {
  const listening = new AbortController()
  const { documentElement: page, body } = document
  const edge = side === 'header' ? 'Top' : 'Bottom'
  const isSide = side === 'left' || side === 'right'
  const own = Number.parseFloat(getComputedStyle(page)[`scrollPadding${edge}`]) || 0
  const sheet = new CSSStyleSheet()
  const layer = document.createElement('div')
  let space: number | undefined
  let hasModal = false
  let frame = 0

  // After the page, unless it lays its parts out beside each other.
  ;(getComputedStyle(body).display === 'block' ? body : page).append(layer)
  document.adoptedStyleSheets.push(sheet)
  leaveAncestors()
  update()

  const modals = new MutationObserver(() => {
    if (findModal() !== hasModal) schedule()
  })
  modals.observe(page, { subtree: true, childList: true, attributes: true })
  const sizes = new ResizeObserver(schedule)
  sizes.observe(box)
  for (const name of ['focusin', 'focusout', 'scrollend', 'transitionend'])
    document.addEventListener(name, schedule, listening)
  for (const view of [window, window.visualViewport])
    view?.addEventListener('resize', schedule, listening)

  return () => {
    listening.abort()
    modals.disconnect()
    sizes.disconnect()
    cancelAnimationFrame(frame)
    layer.remove()
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter(it => it !== sheet)
  }

  function schedule() {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(update)
  }

  function update() {
    // It is measured where it would be.
    box.classList.remove('away')
    const at = box.getBoundingClientRect()
    hasModal = findModal()
    const isAway =
      hasModal ||
      (isSide && innerWidth - at.width < minPageWidth) ||
      host.checkVisibility?.() === false ||
      isOverFocus(at)
    box.classList.toggle('away', isAway)
    const wanted = isSide ? 0 : at.height
    if (wanted === space) return
    space = wanted
    const end = side === 'footer' ? wanted : 0
    layer.style.cssText = `all:initial;display:block;block-size:${end}px`
    const padding = Math.max(own, wanted && wanted + outline)
    sheet.replaceSync(padding ? `:root{scroll-padding-${edge}:${padding}px}` : '')
  }

  /** Where an ancestor holds it, by a transform or the like, or the ancestor's neighbors lie over it. */
  function leaveAncestors() {
    const held = box.getBoundingClientRect()
    const seen = document.elementFromPoint(held.left + held.width / 2, held.top + held.height / 2)
    const root = box.getRootNode() as ShadowRoot
    const end = layer.attachShadow({ mode: 'open' })
    end.adoptedStyleSheets = root.adoptedStyleSheets
    end.append(box)
    const free = box.getBoundingClientRect()
    if ((!seen || seen === host) && held.top === free.top && held.left === free.left)
      root.append(box)
  }

  function isOverFocus(at: DOMRect): boolean {
    const focused = document.activeElement
    if (!focused || focused === body || focused === host || focused === layer) return false
    const it = focused.getBoundingClientRect()
    // What fills half of the screen is seen beside the ad.
    return (
      it.height < innerHeight / 2 &&
      it.top < at.bottom &&
      it.bottom > at.top &&
      it.left < at.right &&
      it.right > at.left
    )
  }
}

function findModal(): boolean {
  const options = { visibilityProperty: true, opacityProperty: true }
  return [...document.querySelectorAll('[aria-modal=true]')].some(
    it => it.checkVisibility?.(options) ?? it.getClientRects()[0]
  )
}
