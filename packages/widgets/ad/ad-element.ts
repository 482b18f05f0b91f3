import type { AdColors, Decision, EmptyReason } from '@mille/api/delivery/protocol.ts'
import { WidgetElement } from '../shared/widget-element.ts'
import { drawBox } from './draw-ad.ts'
import { mountAd } from './mount-ad.ts'
import { sendSeen } from './send-seen.ts'

export type AdEvents = {
  'mille-ad:filled': CustomEvent<{ unit: string }>
  'mille-ad:rendered': CustomEvent<{ unit: string }>
  /**
   * With the attribute `receipts`, `receipt` comes to be the network's signed promise that the view gets into its public log,
   * and to something empty if there is none.
   */
  'mille-ad:viewable': CustomEvent<{ unit: string; receipt: Promise<string | undefined> }>
  'mille-ad:clicked': CustomEvent<{ unit: string }>
  /** A sticky one, by the person: it stays away until the page is loaded again. */
  'mille-ad:closed': CustomEvent<{ unit: string }>
  /** Where the publisher wants no place kept, and that moves nothing, the element has the attribute `collapsed`. */
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

type OnPage = {
  signal: AbortSignal
  emit: (name: string, reason?: EmptyReason, receipt?: unknown) => void
}

/** From the browser's own store the extras come in a fraction of it. */
const extrasMs = 100
/** How long an ad stays where the page asks for another one. */
const minShownMs = 30_000

/**
 * `<mille-ad unit="…">`. `size` (such as `300x250`) holds its place from the first moment; `position`, `sticky-side`
 * and `color-background`, `color-title`, `color-title-hover`, `color-text`, `color-link`, `color-link-hover` go before
 * the unit's settings; `theme` is `light` or `dark`, the page's by default; `lazy` waits until it is nearly on screen;
 * `receipts` asks for a receipt of each view.
 */
export class AdElement extends WidgetElement {
  static observedAttributes = ['unit']
  /** The page's address when the ad was drawn, and until when it stays there. */
  #href: string | undefined
  #until: number | false | undefined

  /** Another ad, where the reader is on another page or has had this one for half a minute. */
  override refresh(): void {
    const isEarly = this.#href === location.href && Date.now() < (this.#until as number)
    if (!isEarly) super.refresh()
  }

  protected mount(root: ShadowRoot): () => void {
    const controller = new AbortController()
    const { signal } = controller
    const unit = this.getAttribute('unit')
    const size = this.getAttribute('size')
    const emit = (name: string, reason?: EmptyReason, receipt?: unknown) =>
      this.dispatchEvent(
        new CustomEvent(`mille-ad:${name}`, {
          composed: true,
          bubbles: true,
          detail: { unit, reason, receipt }
        })
      )
    // One that sticks has no place in the page.
    if (size && this.getAttribute('position') !== 'sticky') drawBox(root, size)
    this.removeAttribute('collapsed')
    // Whatever goes wrong: no network, an answer that is none, or a page that has taken `fetch` away.
    if (unit)
      this.#load(root, unit, size, { signal, emit }).catch(() => signal.aborted || emit('error'))
    return () => controller.abort()
  }

  async #load(root: ShadowRoot, unit: string, size: string | null, page: OnPage): Promise<void> {
    const { signal, emit } = page
    // Nobody sees what the page hides, or a tab in the background: it is asked for when it is shown.
    const isHidden = this.checkVisibility?.() === false || document.hidden
    const isLate = isHidden || this.hasAttribute('lazy')
    if (isLate) await (await import('./extras.ts')).untilNear(this, signal)
    const { clientWidth: width, clientHeight: height } = this
    // A size that has its room says it all, at an address that the page can know and preload. An ad that comes late asks
    // at another one: what was preloaded has waited as long.
    const room =
      !isLate && width >= parseFloat(size as string) * 0.9
        ? ''
        : `?width=${width}&height=${height}&screen=${innerHeight}`
    // An unknown unit too has a decision, with status 404; any other answer has none.
    const answer = await fetch(`${this.home}/serve/units/${unit}${room}`, { signal })
    const decision: Decision = await answer.json()
    // Whatever else it may be, it is none.
    if (!decision.colors) throw new Error(unit)
    this.#override(decision)
    const { reason, creative, filled } = decision
    const isSticky = decision.position === 'sticky'
    const loading =
      (isSticky || creative?.pictures || (reason && reason !== 'no_campaign')) &&
      import('./extras.ts').catch(() => isSticky && Promise.reject())
    // What sticks cannot be shown without them. Words wait only for pictures that the browser has, and do not move then.
    if (isSticky) await loading
    else if (loading) await Promise.race([loading, new Promise(it => setTimeout(it, extrasMs))])
    signal.throwIfAborted()

    const unmount = mountAd(root, decision, outcome => {
      emit(outcome.kind, reason, outcome.token && sendSeen(this.home, outcome, signal))
    })
    signal.addEventListener('abort', unmount)
    this.#href = location.href
    this.#until = filled && Date.now() + minShownMs
    emit(filled ? 'filled' : 'empty', reason)
    const extras = await loading
    signal.throwIfAborted()
    if (extras) extras.addExtras(root, decision, unmount, page)
  }

  /** Attributes go before the unit's settings; what is none makes no difference. What sticks reads its side itself. */
  #override(decision: Decision): void {
    const settings: Record<string, unknown> = decision
    for (const { name, value } of this.attributes) {
      const [, color] = name.split('color-')
      if (color) decision.colors[color.replace('-', '_') as keyof AdColors] = value
      else settings[name] = value
    }
  }
}
