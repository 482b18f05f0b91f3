import type { StickySide } from '@mille/api/constants.ts'
import { createRoom } from './create-room.ts'
import { findModal, watchPage } from './watch-page.ts'

/** Minimum width of the page beside an ad at its side, in CSS pixels. */
const minPageWidth = 1_000

/**
 * Keeps a sticky ad out of the page's way: the end of the page and the focused element can scroll clear of it, and the
 * ad is hidden while it would cover the focused element or while the page shows a modal. Returns a function that undoes
 * this.
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
    // The ad is shown before it is measured, as a hidden box has no size.
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
 * Moves the ad to the end of the page if an ancestor's transform or similar holds it, or an ancestor's neighbors cover
 * it. The top layer is avoided, because the ad would then cover everything that the page shows above its ads.
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
  // An element that covers the ad there too, such as a chat button, is meant to.
  if (!isHeld && (isSeen || !isSeenIn(layer))) root.prepend(box)
}

function coversFocus(at: DOMRect, others: Element[]): boolean {
  const focused = document.activeElement
  if (!focused || others.includes(focused)) return false
  const it = focused.getBoundingClientRect()
  // A focused element that fills half of the screen remains visible beside the ad.
  return (
    it.height < innerHeight / 2 &&
    it.top < at.bottom &&
    it.bottom > at.top &&
    it.left < at.right &&
    it.right > at.left
  )
}
