import tokens from '../shared/closed-tokens.css?inline'
import { createSheet } from '../shared/create-sheet.ts'
import styles from './debug.css?inline'
import { createDebugPanel, type DebugPanel } from './debug-panel.ts'

const events = ['filled', 'rendered', 'viewable', 'clicked', 'closed', 'empty', 'error']
/** Interval in milliseconds at which values are read and new ads on the page are looked for. */
const updateMs = 250
/** Distance between an ad and its panel, and between two panels, in CSS pixels. */
const gap = 4

/**
 * Shows the known facts about each ad on the page, in panels beside or over the ads, until the user closes them. The
 * element that holds the panels is all it adds to the page. If the page already has panels, they are kept.
 */
export function debugAds(): void {
  const name = 'mille-debug'
  if (document.querySelector(name)) return
  const { host, root } = createLayer(name)
  const panels = new Map<Element, DebugPanel>()
  const { requests, stop } = watchRequests()
  const listening = new AbortController()
  const { signal } = listening
  const focusBefore = followFocus(root, panels)

  // Listens in the capture phase, as a page may stop events from bubbling.
  for (const event of events)
    document.addEventListener(`mille-ad:${event}`, hear, { capture: true, signal })
  addEventListener('keydown', ({ key }) => key === 'Escape' && close(), { capture: true, signal })

  update()
  const timer = setInterval(update, updateMs)
  let frame = requestAnimationFrame(placeAll)

  function hear(event: Event) {
    const [ad] = event.composedPath()
    if (!(ad instanceof HTMLElement) || ad.localName !== 'mille-ad') return
    const panel = panels.get(ad) ?? add(ad, false)
    panel.hear(event as CustomEvent)
    panel.update(requests)
  }

  /** Adds a panel for an ad. `isOld` means that earlier events of the ad may have been missed. */
  function add(ad: HTMLElement, isOld: boolean): DebugPanel {
    const panel = createDebugPanel(ad, isOld, close)
    panels.set(ad, panel)
    root.append(panel.element)
    return panel
  }

  function update() {
    // The page has removed the panels' host element, along with everything else it did not create.
    if (!host.isConnected) return close()
    for (const ad of findAds(document, host)) if (!panels.has(ad)) add(ad, true)
    for (const [ad, panel] of panels)
      if (ad.isConnected) panel.update(requests)
      else {
        panel.remove()
        panels.delete(ad)
      }
  }

  function placeAll() {
    frame = requestAnimationFrame(placeAll)
    const placed: DOMRect[] = []
    for (const panel of panels.values()) placed.push(placeBeside(panel, placed))
  }

  function close() {
    const hadFocus = root.activeElement
    listening.abort()
    stop()
    clearInterval(timer)
    cancelAnimationFrame(frame)
    for (const panel of panels.values()) panel.remove()
    panels.clear()
    host.remove()
    const before = focusBefore()
    if (hadFocus && before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}

/**
 * Scrolls an ad into view when the keyboard focus enters its off-screen panel. Returns a function that gives the
 * element focused before.
 */
function followFocus(root: ShadowRoot, panels: ReadonlyMap<Element, DebugPanel>) {
  let before: EventTarget | null = null
  root.addEventListener('focusin', event => {
    const { relatedTarget, target } = event as FocusEvent
    if (!root.contains(relatedTarget as Node)) before = relatedTarget
    for (const [ad, panel] of panels)
      if (panel.element.contains(target as Node)) ad.scrollIntoView({ block: 'nearest' })
  })
  return () => before
}

/** Creates a layer above everything else, positioned relative to the screen even if the page transforms its root. */
function createLayer(name: string) {
  const host = document.createElement(name)
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [createSheet(tokens + styles)]
  document.documentElement.append(host)
  host.popover = 'manual'
  host.showPopover?.()
  return { host, root }
}

/** Collects the page's past and future requests for decisions, until stopped. */
function watchRequests() {
  const requests: PerformanceResourceTiming[] = []
  const keep = (entries: PerformanceEntryList) => {
    for (const it of entries as PerformanceResourceTiming[])
      if (it.name.includes('/serve/units/')) requests.push(it)
  }
  // The browser's own list ends at 250 entries, which long pages exceed.
  const timing = new PerformanceObserver(list => keep(list.getEntries()))
  keep(performance.getEntriesByType('resource'))
  timing.observe({ type: 'resource' })
  return { requests, stop: () => timing.disconnect() }
}

/** Finds the ads of the page, including those in open shadow roots other than the panels' own. */
function findAds(part: ParentNode, except: Element): HTMLElement[] {
  return [...part.querySelectorAll<HTMLElement>('*')].flatMap(element => {
    if (element.localName === 'mille-ad') return [element]
    return element.shadowRoot && element !== except ? findAds(element.shadowRoot, except) : []
  })
}

/**
 * Places a panel to the right or left of its ad if there is room, otherwise over the ad, below panels already placed.
 * It uses a transform, which the page's own measurements do not count as a layout shift.
 */
function placeBeside({ element, findBox }: DebugPanel, placed: DOMRect[]): DOMRect {
  const ad = findBox().getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = element
  const right = ad.right + gap
  const left = ad.left - gap - width
  const isOnScreen = ad.bottom > 0 && ad.top < innerHeight
  const clamp = (value: number, max: number) => Math.max(0, Math.min(value, max))
  const beside = right + width <= innerWidth ? right : left >= 0 ? left : ad.left
  const x = clamp(beside, innerWidth - width)
  let y = isOnScreen ? clamp(ad.top, innerHeight - height) : ad.top
  for (const other of placed)
    if (x < other.right && x + width > other.left && y < other.bottom && y + height > other.top)
      y = other.bottom + gap
  element.style.transform = `translate(${x}px,${y}px)`
  return new DOMRect(x, y, width, height)
}
