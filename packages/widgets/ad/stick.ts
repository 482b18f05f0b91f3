import type { StickySide } from '@mille/api/constants.ts'
import type { Decision } from '@mille/api/delivery/protocol.ts'
import { addSheet, drawExtras } from './draw-extras.ts'
import type { FailureReason } from './explain.ts'
import { keepClear } from './keep-clear.ts'
import styles from './sticky-on-page.css?inline'

export type OnPage = { signal: AbortSignal; emit: (name: 'closed') => void }

/** Sides of the screen that are taken, with their ads, and units whose ad was closed since the page was loaded. */
const taken = new Map<StickySide, Element>()
const closed = new Set<string>()

const sideOf = ({ host }: ShadowRoot, decision: Decision) =>
  (host.getAttribute('sticky-side') ?? decision.stickySide) as StickySide

/**
 * Claims a side of the screen before anything is drawn or reported. Throws `side_taken` if another ad has it. For a
 * unit whose ad the user has closed, it sends `closed` again and never resolves. In both cases the placeholder box is
 * removed.
 */
export async function claimSide(
  root: ShadowRoot,
  decision: Decision,
  { signal, emit }: OnPage
): Promise<void> {
  const { clickUrl, fallbackUrl, unit } = decision
  // A decision with nothing to show claims no side.
  if (!(clickUrl || fallbackUrl) || signal.aborted) return
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

/** Keeps the ad of the root on screen until the signal or the user ends it. `remove` removes the ad. */
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
  // A banner that cannot be shown leaves its box empty, and the invisible box would cover the page.
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
    // A closed ad never returns: `refresh`, another unit or moving the element have no effect.
    Object.assign(host, { schedule() {} })
    leave()
    if (hasFocus) giveFocus(before, host)
    emit('closed')
  }
}

/**
 * Returns the focus to the element that had it before. If there was none, because the focus came from the top of the
 * page, the focus continues at the ad's element.
 */
function giveFocus(before: HTMLElement | null, host: HTMLElement): void {
  before?.focus({ preventScroll: true })
  if (document.activeElement !== document.body) return
  host.tabIndex = -1
  // The empty element needs no focus outline.
  host.style.outline = 'none'
  host.focus({ preventScroll: true })
}

/**
 * Releases the space that the page reserved for the ad without moving anything visible: on screen the space stays,
 * below the screen it is removed.
 */
function releasePlace(host: HTMLElement): void {
  const { top, height } = host.getBoundingClientRect()
  if (top > innerHeight) host.toggleAttribute('stuck', true)
  else if (host.hasAttribute('size') && host.getAttribute('position') !== 'sticky')
    host.style.minBlockSize = `${height}px`
}
