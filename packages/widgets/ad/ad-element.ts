import type { EmbedPosition, StickySide, UnitSize } from '@mille/api/constants.ts'
import type { Decision, EmptyReason } from '@mille/api/delivery/protocol.ts'
import { WidgetElement } from '../shared/widget-element.ts'
import { drawBox } from './draw-ad.ts'
import { mountAd } from './mount-ad.ts'
import { sendSeen } from './send-seen.ts'

export type AdEvents = {
  'mille-ad:filled': CustomEvent<{ unit: string }>
  'mille-ad:rendered': CustomEvent<{ unit: string }>
  'mille-ad:viewable': CustomEvent<{ unit: string }>
  'mille-ad:clicked': CustomEvent<{ unit: string }>
  'mille-ad:empty': CustomEvent<{ unit: string; reason: EmptyReason }>
  /** The network did not answer, or the banner's picture did not load. */
  'mille-ad:error': CustomEvent<{ unit: string }>
}

declare global {
  interface HTMLElementEventMap extends AdEvents {}
  interface HTMLElementTagNameMap {
    'mille-ad': AdElement
  }
}

type Loading = { signal: AbortSignal; emit: (name: string, reason?: EmptyReason) => void }

/** A `lazy` ad is asked for when it is this near to the screen. */
const nearMargin = '400px'
/** From the browser's own store the extras come in a fraction of it. */
const extrasMs = 100

/**
 * `<mille-ad unit="…">`. `size` (such as `300x250`) holds its place from the first moment; `position`, `sticky-side`
 * and `color-background`, `color-title`, `color-title-hover`, `color-text`, `color-link`, `color-link-hover` go before
 * the unit's settings; `theme` is `light` or `dark`, the page's by default; `lazy` waits until it is nearly on screen.
 */
export class AdElement extends WidgetElement {
  static observedAttributes = ['unit']

  protected mount(root: ShadowRoot): () => void {
    const controller = new AbortController()
    const { signal } = controller
    const unit = this.getAttribute('unit')
    const size = this.getAttribute('size')
    const emit = (name: string, reason?: EmptyReason) =>
      this.dispatchEvent(
        new CustomEvent(`mille-ad:${name}`, {
          bubbles: true,
          composed: true,
          detail: { unit, reason }
        })
      )
    // One that sticks has no place in the page.
    if (size && this.getAttribute('position') !== 'sticky') drawBox(root, size)
    this.removeAttribute('collapsed')
    // Whatever goes wrong: no network, an answer that is none, or a page that has taken `fetch` away.
    if (unit) this.#load(root, unit, { signal, emit }).catch(() => signal.aborted || emit('error'))
    return () => controller.abort()
  }

  async #load(root: ShadowRoot, unit: string, { signal, emit }: Loading): Promise<void> {
    const server = this.home
    // Nobody sees what the page hides, or a tab in the background: it is asked for when it is shown.
    const isHidden = this.checkVisibility?.() === false || document.hidden
    const isLate = isHidden || this.hasAttribute('lazy')
    if (isLate) await untilNear(this, signal)
    const url = `${server}/serve/units/${unit}`
    // What the snippet has preloaded, unless this ad comes late and the answer has waited as long.
    const isPreloaded = !isLate && document.querySelector(`[href="${url}"]`)
    // An unknown unit too has a decision, with status 404; any other answer has none.
    const answer = await fetch(isPreloaded ? url : `${url}?width=${this.clientWidth}`, { signal })
    const decision = this.#withAttributes(await answer.json())
    if (!decision.unit) return void emit('error')
    const { reason, creative, filled } = decision
    const isSticky = decision.position === 'sticky'
    const loading =
      (isSticky || creative?.pictures || (reason && reason !== 'no_campaign')) &&
      import('./extras.ts').catch(() => isSticky && Promise.reject())
    // What sticks cannot be shown without them. Words wait only for pictures that the browser has, and do not move then.
    if (loading)
      await Promise.race([
        loading,
        isSticky ? loading : new Promise(it => setTimeout(it, extrasMs))
      ])
    signal.throwIfAborted()

    const unmount = mountAd(root, decision, outcome => {
      if (outcome.token) void sendSeen(server, outcome, signal)
      emit(outcome.kind)
    })
    signal.addEventListener('abort', unmount)
    emit(filled ? 'filled' : 'empty', reason)
    const extras = await loading
    signal.throwIfAborted()
    if (extras) extras.addExtras(root, decision, unmount)
  }

  #withAttributes(decision: Decision): Decision {
    const colors: Record<string, string> = { ...decision.colors }
    for (const { name, value } of this.attributes) {
      const [, color] = name.split('color-')
      if (color) colors[color.replace('-', '_')] = value
    }
    return {
      ...decision,
      colors,
      size: (this.getAttribute('size') as UnitSize) ?? decision.size,
      position: (this.getAttribute('position') as EmbedPosition) ?? decision.position,
      stickySide: (this.getAttribute('sticky-side') as StickySide) ?? decision.stickySide
    }
  }
}

/** Never comes to an end when the signal is aborted before. */
function untilNear(element: Element, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const observer = new IntersectionObserver(
      entries => {
        if (!entries.some(it => it.isIntersecting)) return
        observer.disconnect()
        resolve()
      },
      { rootMargin: nearMargin }
    )
    observer.observe(element)
    signal.addEventListener('abort', () => observer.disconnect())
  })
}
