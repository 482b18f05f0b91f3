import type { AdColors, Decision, EmptyReason, FilledDetail } from '@mille/api/delivery/protocol.ts'
import { WidgetElement } from '../shared/widget-element.ts'
import { drawBox } from './draw-ad.ts'
import type { FailureReason } from './explain.ts'
import { mountAd } from './mount-ad.ts'
import { sendSeen } from './send-seen.ts'

export type AdEvents = {
  'mille-ad:filled': CustomEvent<{ unit: string } & FilledDetail>
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
  /** Nothing is shown. `unit` is null where the element has none. */
  'mille-ad:error': CustomEvent<{ unit: string | null; reason: FailureReason }>
}

declare global {
  interface HTMLElementEventMap extends AdEvents {}
  interface HTMLElementTagNameMap {
    'mille-ad': AdElement
  }
}

type OnPage = {
  signal: AbortSignal
  emit: (name: string, detail?: object) => void
  fail: (cause: unknown) => unknown
}

/** From the browser's own store the extras come in a fraction of it. */
const extrasMs = 100
/** How long an ad stays where the page asks for another one. */
const minShownMs = 30_000

/**
 * `<mille-ad unit="…">`. `size` (such as `300x250`) holds its place from the first moment; `position`, `sticky-side`,
 * `look`, `font` and `color-background`, `color-title`, `color-title-hover`, `color-text`, `color-link`, `color-link-hover` go before
 * the unit's settings; `theme` is `light` or `dark`, the page's by default; `lazy` waits until it is nearly on screen;
 * `receipts` asks for a receipt of each view.
 */
export class AdElement extends WidgetElement {
  /** What of the ad is another one when it changes; the position is read when the page says `refresh`. */
  static observedAttributes = [
    'size',
    'theme',
    'look',
    'font',
    'color-background',
    'color-title',
    'color-title-hover',
    'color-text',
    'color-link',
    'color-link-hover',
    'unit'
  ]
  /** The page's address when the ad was drawn, and until when it stays there. */
  #href: string | undefined
  #until: number | false | undefined

  /** Another ad, where the reader is on another page or has had this one for half a minute. */
  override refresh(): void {
    const isEarly = this.#href === location.href && Date.now() < (this.#until as number)
    if (!isEarly) this.schedule(1)
  }

  protected mount(root: ShadowRoot): () => void {
    const controller = new AbortController()
    const { signal } = controller
    const unit = this.getAttribute('unit')
    const emit: OnPage['emit'] = (name, detail) =>
      this.dispatchEvent(
        new CustomEvent(`mille-ad:${name}`, {
          composed: true,
          bubbles: true,
          detail: { unit, ...detail }
        })
      )
    const page: OnPage = {
      signal,
      emit,
      // The extras find out why. They come from the network too: where they do not come, that is why.
      fail: cause =>
        signal.aborted ||
        import('./extras.ts')
          .then(it => it.explain(root, cause, page))
          .catch(() => emit('error', { reason: 'network' }))
    }
    // Whatever goes wrong: no network, an answer that is none, or a page that has taken `fetch` away.
    this.#load(root, unit, page).catch(page.fail)
    return () => controller.abort()
  }

  async #load(root: ShadowRoot, unit: string | null, page: OnPage): Promise<void> {
    const { signal, emit, fail } = page
    const size = this.getAttribute('size')
    // One that sticks has no place in the page.
    if (size && this.getAttribute('position') !== 'sticky') drawBox(root, size)
    this.removeAttribute('collapsed')
    if (!unit) throw unit
    // No one sees what the page hides, or a tab in the background: the ad is requested when it is shown.
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
    const decision: Decision & Record<string, unknown> = await answer.json()
    // Whatever else it may be, it is none.
    if (!decision?.colors) throw unit
    // Attributes override the unit's settings; unknown ones are ignored. The label of an ad cannot be set. Sticky ads
    // read `sticky-side` themselves.
    for (const { name, value } of this.attributes) {
      const [, color] = name.split('color-')
      if (color) decision.colors[color.replace('-', '_') as keyof AdColors] = value
      else if (name !== 'label') decision[name] = value
    }
    const { extras: needsExtras, filled } = decision
    const isSticky = decision.position === 'sticky'
    const loading =
      (isSticky || needsExtras) &&
      import('./extras.ts').then(
        it => it.prepare(root, decision, page),
        cause => {
          if (isSticky) throw cause
        }
      )
    // What sticks cannot be shown without them. Words wait only for pictures that the browser has, and do not move then.
    await (isSticky
      ? loading
      : needsExtras && Promise.race([loading, new Promise(it => setTimeout(it, extrasMs))]))
    signal.throwIfAborted()

    const unmount = mountAd(
      root,
      decision,
      outcome =>
        emit(outcome.kind, { receipt: outcome.token && sendSeen(this.home, outcome, signal) }),
      fail
    )
    signal.addEventListener('abort', unmount)
    this.#href = location.href
    this.#until = filled && Date.now() + minShownMs
    emit(filled ? 'filled' : 'empty', decision.detail)
    ;(await loading)?.(unmount)
  }
}
