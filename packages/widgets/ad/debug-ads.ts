import tokens from '../shared/closed-tokens.css?inline'
import { createSheet } from '../shared/create-sheet.ts'
import styles from './debug.css?inline'
import { createDebugPanel, type DebugPanel } from './debug-panel.ts'

const events = ['filled', 'rendered', 'viewable', 'clicked', 'closed', 'empty', 'error']
/** How often the values are read and ads that are new on the page are looked for. */
const updateMs = 250
/** CSS pixels between an ad and its panel, and between two panels. */
const gap = 4

/**
 * Shows what is known of each ad on the page, in panels beside or over the ads, until a person closes them. The element that
 * holds them is the only thing that it adds to the page. A page that has them already keeps those.
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

  // In capture: a page may stop events on their way up.
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

  /** `isOld` for an ad of which events may have been missed. */
  function add(ad: HTMLElement, isOld: boolean): DebugPanel {
    const panel = createDebugPanel(ad, isOld, close)
    panels.set(ad, panel)
    root.append(panel.element)
    return panel
  }

  function update() {
    // The page has removed it, with everything that is not its own.
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

/** A panel off the screen is reached by the keyboard too, and comes there with its ad. Returns what tells what had the focus before. */
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

/** Above everything else, and placed by the screen even where the page transforms its root. */
function createLayer(name: string) {
  const host = document.createElement(name)
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [createSheet(tokens + styles)]
  document.documentElement.append(host)
  host.popover = 'manual'
  host.showPopover?.()
  return { host, root }
}

/** The page's requests for decisions, those before and those to come, until it is stopped. */
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

/** Also in open shadow roots, but that of the panels. */
function findAds(part: ParentNode, except: Element): HTMLElement[] {
  return [...part.querySelectorAll<HTMLElement>('*')].flatMap(element => {
    if (element.localName === 'mille-ad') return [element]
    return element.shadowRoot && element !== except ? findAds(element.shadowRoot, except) : []
  })
}

/**
 * Right or left of the ad where there is room, else over it, below the panels that are there already. A transform is
 * not a layout shift, which the page's own measurements would count.
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
