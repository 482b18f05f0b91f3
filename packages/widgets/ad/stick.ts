import type { StickySide } from '@mille/api/constants.ts'
import type { Decision } from '@mille/api/delivery/protocol.ts'
import { addSheet, drawExtras } from './draw-extras.ts'
import type { FailureReason } from './explain.ts'
import { keepClear } from './keep-clear.ts'
import styles from './sticky-on-page.css?inline'

export type OnPage = { signal: AbortSignal; emit: (name: 'closed') => void }

/** The ads that have a side of the screen, and units whose ad was closed since the page was loaded. */
const taken = new Map<StickySide, Element>()
const closed = new Set<string>()

const sideOf = ({ host }: ShadowRoot, decision: Decision) =>
  (host.getAttribute('sticky-side') ?? decision.stickySide) as StickySide

/**
 * Takes a side of the screen before anything is drawn or reported. Throws `side_taken` where another ad has it. For a
 * unit whose ad a person has closed it sends `closed` once more and never resolves. What was drawn to keep the place goes.
 */
export async function claimSide(
  root: ShadowRoot,
  decision: Decision,
  { signal, emit }: OnPage
): Promise<void> {
  const { clickUrl, unit } = decision
  // Without an ad there is nothing to show there.
  if (!clickUrl || signal.aborted) return
  const side = sideOf(root, decision)
  const isClosed = closed.has(unit)
  if (isClosed || taken.has(side)) {
    root.firstElementChild?.remove()
    if (isClosed) {
      emit('closed')
      return new Promise(() => {})
    }
    throw 'side_taken' satisfies FailureReason
  }
  taken.set(side, root.host)
  signal.addEventListener('abort', () => release(root, side))
}

function release({ host }: ShadowRoot, side: StickySide): void {
  if (taken.get(side) === host) taken.delete(side)
}

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
  const side = sideOf(root, decision)
  if (!box.querySelector('.frame')) {
    remove()
    return
  }
  releasePlace(host)
  drawExtras(root, { ...decision, stickySide: side }, close)
  addSheet(root, styles)

  const stop = keepClear(host, box, side)
  let before: HTMLElement | null = null
  signal.addEventListener('abort', leave)
  // A banner that cannot be shown leaves its box empty, which would lie over the page unseen.
  const children = new MutationObserver(() => box.firstChild || leave())
  children.observe(box, { childList: true })
  box.onkeydown = event => {
    if (event.key === 'Escape') close()
  }
  box.addEventListener('focusin', ({ relatedTarget }) => {
    if (!box.contains(relatedTarget as Node)) before = relatedTarget as HTMLElement | null
  })

  function leave() {
    children.disconnect()
    release(root, side)
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

/**
 * To where it came from; from the top of the page there is no such element, and the focus continues from where the ad
 * is in it.
 */
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
