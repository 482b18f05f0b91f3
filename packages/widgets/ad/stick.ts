import type { StickySide } from '@mille/api/constants.ts'
import type { Decision } from '@mille/api/delivery/protocol.ts'
import { keepClear } from './keep-clear.ts'

/** What an ad on a page has, and one in a preview has not. */
export type OnPage = { signal: AbortSignal; emit: (name: 'closed') => void }

/** Sides of the screen that have their ad, and units whose ad was closed since the page was loaded. */
const taken = new Set<StickySide>()
const closed = new Set<string>()

/** Has the ad in the root stay on the screen. `remove` takes it away; without a page nothing around it is touched. */
export function stick(
  root: ShadowRoot,
  { creative, size, stickySide, unit }: Decision,
  remove: () => void,
  page?: OnPage
): void {
  const box = root.firstElementChild as HTMLElement
  const frame = box.querySelector('.frame')
  const { host } = root
  const side = (host.getAttribute('sticky-side') ?? stickySide) as StickySide
  // One that is empty is not there at all.
  if (!frame || (page && (closed.has(unit) || taken.has(side)))) {
    remove()
    return
  }
  if (page) releasePlace(host as HTMLElement)
  const [width, height] =
    creative?.kind === 'banner' ? [creative.width, creative.height] : size.split('x')
  box.className += ` sticky ${side}`
  // No larger than its banner: nothing of the page lies under an empty box. An adaptive one has the style sheet's size.
  box.style.inlineSize = `${width}px`
  box.style.blockSize = height ? `${height}px` : ''

  const button = document.createElement('button')
  Object.assign(button, {
    className: 'close',
    ariaLabel: `Close ${side} ad`,
    textContent: '×',
    onclick: close
  })
  frame.append(button)
  if (!page) return

  const { signal } = page
  const stop = keepClear(host, box, side)
  let before: HTMLElement | null = null
  taken.add(side)
  signal.addEventListener('abort', leave)
  box.onkeydown = event => {
    if (event.key === 'Escape') close()
  }
  box.addEventListener('focusin', ({ relatedTarget }) => {
    if (!box.contains(relatedTarget as Node)) before = relatedTarget as HTMLElement | null
  })

  function leave() {
    taken.delete(side)
    stop()
    remove()
  }

  function close() {
    if (!page) {
      remove()
      return
    }
    const hasFocus = box.matches(':focus-within')
    closed.add(unit)
    host.setAttribute('closed', '')
    // Nothing brings it back: no refresh of the page's, no other unit and no move in the page.
    Object.assign(host, { refresh() {} })
    leave()
    if (hasFocus) giveFocus(before, host as HTMLElement)
    page.emit('closed')
  }
}

/** To where it came from; from the top of the page it comes from nowhere, and goes on from where the ad stands in it. */
function giveFocus(before: HTMLElement | null, host: HTMLElement): void {
  before?.focus({ preventScroll: true })
  if (document.activeElement !== document.body) return
  host.tabIndex = -1
  host.focus({ preventScroll: true })
}

/** What the page kept free for an ad moves nothing that is seen: on the screen the place stays, below it goes. */
function releasePlace(host: HTMLElement): void {
  const { top, height } = host.getBoundingClientRect()
  if (top > innerHeight) host.toggleAttribute('stuck', true)
  else if (host.hasAttribute('size') && host.getAttribute('position') !== 'sticky')
    host.style.minBlockSize = `${height}px`
}
