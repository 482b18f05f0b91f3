import type { StickySide } from '@mille/api/constants.ts'
import type { Decision } from '@mille/api/delivery/protocol.ts'
import { addSheet, drawExtras } from './draw-extras.ts'
import { keepClear } from './keep-clear.ts'
import styles from './sticky-on-page.css?inline'

export type OnPage = { signal: AbortSignal; emit: (name: 'closed') => void }

/** Sides of the screen that have their ad, and units whose ad was closed since the page was loaded. */
const taken = new Set<StickySide>()
const closed = new Set<string>()

/** Has the ad in the root stay on the page's screen until the signal or a person ends it. `remove` takes it away. */
export function stick(
  root: ShadowRoot,
  decision: Decision,
  remove: () => void,
  { signal, emit }: OnPage
): void {
  const box = root.firstElementChild as HTMLElement
  const host = root.host as HTMLElement
  const { unit } = decision
  const side = (host.getAttribute('sticky-side') ?? decision.stickySide) as StickySide
  if (closed.has(unit) || taken.has(side) || !box.querySelector('.frame')) {
    remove()
    return
  }
  releasePlace(host)
  drawExtras(root, { ...decision, stickySide: side }, close)
  addSheet(root, styles)

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
    const hasFocus = box.matches(':focus-within')
    closed.add(unit)
    host.setAttribute('closed', '')
    // Nothing brings it back: no refresh of the page's, no other unit and no move in the page.
    Object.assign(host, { schedule() {} })
    leave()
    if (hasFocus) giveFocus(before, host)
    emit('closed')
  }
}

/** To where it came from; from the top of the page it comes from nowhere, and goes on from where the ad stands in it. */
function giveFocus(before: HTMLElement | null, host: HTMLElement): void {
  before?.focus({ preventScroll: true })
  if (document.activeElement !== document.body) return
  host.tabIndex = -1
  // There is nothing to see in it.
  host.style.outline = 'none'
  host.focus({ preventScroll: true })
}

/** What the page kept free for an ad moves nothing that is seen: on the screen the place stays, below it goes. */
function releasePlace(host: HTMLElement): void {
  const { top, height } = host.getBoundingClientRect()
  if (top > innerHeight) host.toggleAttribute('stuck', true)
  else if (host.hasAttribute('size') && host.getAttribute('position') !== 'sticky')
    host.style.minBlockSize = `${height}px`
}
