import type { StickySide } from '@mille/api/constants.ts'
import { createRoom } from './create-room.ts'
import { findModal, watchPage } from './watch-page.ts'

/** CSS pixels that the page has to itself beside an ad at its side. */
const minPageWidth = 1_000

/**
 * Keeps a sticky ad out of the page's way: there is room to scroll the end of the page clear of it, what is focused is
 * scrolled clear of it, and it goes away while it would cover what is focused or the page shows a modal of its own.
 * Returns what undoes all of this.
 */
export function keepClear(host: Element, box: HTMLElement, side: StickySide): () => void {
  const isSide = side === 'left' || side === 'right'
  const room = createRoom(side)
  leaveAncestors(host, box, room.layer)
  update()
  const stop = watchPage(box, update)

  return () => {
    stop()
    room.remove()
  }

  function update() {
    // It is measured where it would be.
    box.classList.remove('away')
    const at = box.getBoundingClientRect()
    const isAway =
      findModal() ||
      (isSide && innerWidth - at.width < minPageWidth) ||
      host.checkVisibility?.() === false ||
      coversFocus(at, [document.body, host, room.layer])
    box.classList.toggle('away', isAway)
    room.keep(isSide ? 0 : at.height)
  }
}

/**
 * Where an ancestor holds it, by a transform or the like, or the ancestor's neighbors lie over it, it moves to the end
 * of the page: not to the top layer, where it would lie over everything that the page lays over its ads.
 */
function leaveAncestors(host: Element, box: HTMLElement, layer: HTMLElement): void {
  const root = box.getRootNode() as ShadowRoot
  const held = box.getBoundingClientRect()
  const isSeenIn = (element: Element) =>
    document.elementFromPoint(held.left + held.width / 2, held.top + held.height / 2) === element
  const isSeen = isSeenIn(host)
  const end = layer.attachShadow({ mode: 'open' })
  end.adoptedStyleSheets = root.adoptedStyleSheets
  end.append(box)
  const free = box.getBoundingClientRect()
  const isHeld = held.top !== free.top || held.left !== free.left
  // What lies over it there too, such as a chat's button, is meant to.
  if (!isHeld && (isSeen || !isSeenIn(layer))) root.prepend(box)
}

function coversFocus(at: DOMRect, others: Element[]): boolean {
  const focused = document.activeElement
  if (!focused || others.includes(focused)) return false
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
