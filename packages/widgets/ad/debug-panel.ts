import { largeAdPixels } from '@mille/api/constants.ts'
import { documentation, words } from './explain.ts'
import { previewTexts } from './preview.ts'
import { minPixels, watchViewability } from './viewability.ts'

export type DebugPanel = ReturnType<typeof createDebugPanel>

type Heard = { name: string; atMs: number; reason: string | undefined }
type State = { state: string; reason?: string | undefined }

const rows = [
  'Size asked',
  'Size drawn',
  'Decision',
  'Request',
  'On screen',
  'Viewable',
  'Reason',
  'Events'
]
/** State of an ad after each event. Other events do not change the state. */
const states: Record<string, string> = {
  filled: 'filled',
  empty: 'empty',
  error: 'failed',
  closed: 'closed'
}
const unknown = '–'

/**
 * Creates the panel of facts about one ad. `isOld` means that the ad may have sent events before the panel existed;
 * `close` is called by the button that closes all panels.
 */
export function createDebugPanel(ad: HTMLElement, isOld: boolean, close: () => void) {
  const heard: Heard[] = []
  const thresholds = Array.from({ length: 101 }, (_, percent) => percent / 100)
  const observer = new IntersectionObserver(
    entries => {
      for (const it of entries) share = hasArea(it.boundingClientRect) ? it.intersectionRatio : 0
    },
    { threshold: thresholds }
  )
  /** The observed box, and the fraction of it that is on screen. */
  let box: HTMLElement | undefined
  let share = 0
  let stopWatching: (() => void) | undefined
  let wasViewable = false

  const values = new Map(rows.map(name => [name, create('dd')]))
  const list = create('dl')
  for (const [name, value] of values) list.append(create('dt', { textContent: name }), value)
  const link = create('a', { target: '_blank', rel: 'noopener' })
  values.get('Reason')?.append(link)
  const toggle = create('button', { ariaExpanded: 'true', onclick: fold })
  const closing = create('button', {
    ariaLabel: 'Close all panels',
    textContent: '×',
    onclick: close
  })
  const header = create('header')
  header.append(toggle, closing)
  const element = create('section', { role: 'group' })
  element.append(header, list)
  // A preview is there to look at the ad, which the facts would cover.
  if (/[?&]mille-preview=/.test(location.search)) fold()
  return { element, findBox, hear, update, remove }

  /** Returns the ad's outer box, which may be outside the element, or the element if there is none. */
  function findBox(): HTMLElement {
    return ad.shadowRoot?.querySelector<HTMLElement>('.ad') ?? ad
  }

  function hear({ type, detail }: CustomEvent<{ reason?: string } | null>) {
    const name = type.slice(type.indexOf(':') + 1)
    heard.push({ name, atMs: performance.now(), reason: detail?.reason })
  }

  /** Reads all values again. `requests` are the page's loaded resources, newest last. */
  function update(requests: readonly PerformanceResourceTiming[]) {
    watch(findBox())
    const unit = ad.getAttribute('unit') ?? 'missing'
    const outcome = heard.findLast(it => it.name in states)
    const request = requests.findLast(
      it => isFor(unit, new URL(it.name).pathname) && !(outcome && it.responseEnd > outcome.atMs)
    )
    const { state, reason } = outcome
      ? { state: states[outcome.name] ?? unknown, reason: outcome.reason }
      : stateBefore(request)
    // Of a page with a preview in its address: that the ad is not counted, or why it is not shown.
    const preview = ad.getAttribute('preview')
    const title = `Unit ${unit}: ${state}${preview ? `. ${preview}` : ''}`
    write(toggle, title)
    if (element.ariaLabel !== title) element.ariaLabel = title
    show('Size asked', sizeAsked())
    show('Size drawn', sizeDrawn())
    show('Decision', reason === 'answer' || reason === 'network' ? unknown : ageOf(request))
    show('Request', describeRequest(request))
    show('On screen', `${Math.round(share * 100)}%`)
    show('Viewable', describeViewable(state))
    write(link, reason ?? unknown)
    if (reason) link.href = `${documentation}#${headingOf(reason)}`
    else link.removeAttribute('href')
    const missed = isOld && !outcome && !state.startsWith('waiting') ? ['loaded after the ad'] : []
    show('Events', [...missed, ...heard.slice(-6).map(describeEvent)].join('\n') || 'none yet')
  }

  function watch(found: HTMLElement) {
    if (found === box) return
    observer.disconnect()
    stopWatching?.()
    wasViewable = false
    share = 0
    box = found
    observer.observe(found)
    stopWatching = watchViewability(found, () => {
      wasViewable = true
    })
  }

  /** Returns the state that the page itself shows, if no event was heard. */
  function stateBefore(request: PerformanceResourceTiming | undefined): State {
    const frame = ad.shadowRoot?.querySelector('.frame')
    if (!customElements.get('mille-ad')) return { state: 'waiting for the script' }
    if (!ad.getAttribute('unit')) return { state: 'failed', reason: 'unit_missing' }
    if (ad.hasAttribute('closed')) return { state: 'closed' }
    // Only a paid ad has a label; an invitation to advertise has none.
    if (frame) return { state: frame.querySelector('.label[href]') ? 'filled' : 'empty' }
    if (request?.responseStatus === 404) return { state: 'empty', reason: 'unit_unknown' }
    if (ad.hasAttribute('collapsed')) return { state: 'empty' }
    if (request?.responseStatus === 0) return { state: 'failed', reason: 'network' }
    // Allows one second after the answer for drawing the ad.
    if (request && performance.now() - request.responseEnd > 1_000)
      return { state: 'empty or failed' }
    if (ad.checkVisibility?.() === false) return { state: 'waiting until the page shows it' }
    return { state: ad.hasAttribute('lazy') ? 'waiting until it is near the screen' : 'waiting' }
  }

  function sizeAsked(): string {
    const size = ad.getAttribute('size')
    if (size) return `${size}, by the attribute`
    if (!box || box === ad) return unknown
    const { width, height } = box.style
    if (!width) return 'Adaptive, by the unit'
    return `${Number.parseFloat(width)}x${Number.parseFloat(height)}, by the unit`
  }

  function sizeDrawn(): string {
    const drawn = box?.querySelector('.banner .creative > *') ?? box?.querySelector('.frame')
    if (!drawn) return 'nothing'
    const { width, height } = drawn.getBoundingClientRect()
    return `${Math.round(width)} × ${Math.round(height)} px`
  }

  function describeViewable(state: string): string {
    const filled = heard.findLastIndex(it => it.name === 'filled')
    if (heard.findLastIndex(it => it.name === 'viewable') > filled)
      return wasCounted() ? 'yes, reported' : 'yes, not counted'
    if (state !== 'filled' || !box) return 'no, there is no ad'
    if (wasViewable) return 'yes, for a second'
    const { width, height } = box.getBoundingClientRect()
    const pixels = width * height
    if (pixels <= minPixels) return 'no, it is too small'
    const needed = pixels < largeAdPixels ? 0.5 : 0.3
    if (share < needed) return `no, less than ${needed * 100}% is on screen`
    if (document.hidden) return 'no, the tab is in the background'
    const isSeen = box.checkVisibility?.({ visibilityProperty: true, opacityProperty: true })
    return isSeen === false ? 'no, it is hidden' : 'after a second on screen'
  }

  /** Returns whether a view of the ad now shown is counted. A preview is a decision of its own, without a token. */
  function wasCounted(): boolean {
    return ad.getAttribute('preview') !== previewTexts.shown
  }

  function show(name: string, text: string) {
    const value = values.get(name)
    if (value) write(value, text)
  }

  function fold() {
    list.hidden = !list.hidden
    toggle.ariaExpanded = String(!list.hidden)
  }

  function remove() {
    observer.disconnect()
    stopWatching?.()
    element.remove()
  }
}

function ageOf(request: PerformanceResourceTiming | undefined): string {
  if (!request) return unknown
  return `${Math.round((performance.now() - request.responseEnd) / 1_000)} s old`
}

function describeRequest(request: PerformanceResourceTiming | undefined): string {
  if (!request) return 'none yet'
  const { responseStatus, transferSize, encodedBodySize, duration } = request
  const answer =
    responseStatus === 0
      ? 'no answer'
      : `${(transferSize || encodedBodySize).toLocaleString('en')} bytes`
  return `${answer}, ${Math.round(duration)} ms`
}

function describeEvent({ name, atMs, reason }: Heard): string {
  const sentence = words[reason as keyof typeof words]
  const why = reason ? `: ${reason}${sentence ? `, ${sentence}` : ''}` : ''
  return `${(atMs / 1_000).toFixed(2)} s ${name}${why}`
}

/** Returns the heading of the documentation section about a reason. */
function headingOf(reason: string): string {
  return reason in words || reason === 'unit_unknown' ? reason : 'without-an-ad'
}

/** Returns whether a path is that of a request for the unit's ad, or for what a preview shows in it. */
function isFor(unit: string, path: string): boolean {
  return (
    path.endsWith(`/serve/units/${encodeURI(unit)}`) || path.includes(`/serve/previews/${unit}.`)
  )
}

function hasArea({ width, height }: DOMRectReadOnly): boolean {
  return width * height > 0
}

/** Writes only changed text, so that screen readers and selections are not disturbed. */
function write(element: HTMLElement, text: string) {
  if (element.textContent !== text) element.textContent = text
}

function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {}
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties)
}
