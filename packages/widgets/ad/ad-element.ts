import type { AdColors, Decision, EmptyReason, FilledDetail } from '@mille/api/delivery/protocol.ts'
import type { UnitSize } from '@mille/api/reference-data/banner-sizes.ts'
import { WidgetElement } from '../shared/widget-element.ts'
import { drawBox } from './draw-ad.ts'
import type { FailureReason } from './explain.ts'
import { mountAd } from './mount-ad.ts'
import { sendSeen } from './send-seen.ts'

export type AdEvents = {
  'mille-ad:filled': CustomEvent<{ unit: string } & FilledDetail>
  'mille-ad:rendered': CustomEvent<{ unit: string }>
  /**
   * With the attribute `receipts`, `receipt` resolves to the network's signed promise to add the view to its public
   * log, or to an empty value if there is none.
   */
  'mille-ad:viewable': CustomEvent<{ unit: string; receipt: Promise<string | undefined> }>
  'mille-ad:clicked': CustomEvent<{ unit: string }>
  /** The user closed a sticky ad, which stays closed until the page is reloaded. */
  'mille-ad:closed': CustomEvent<{ unit: string }>
  /**
   * No ad is shown, or a house ad of the publisher, with the size of its banner. The element gets the attribute
   * `collapsed` if the publisher wants no empty space and removing it moves nothing on screen. `fallback` says that the
   * publisher's page of another network is shown. If the page's policy forbids it, the event comes again without it.
   */
  'mille-ad:empty': CustomEvent<{
    unit: string
    reason: EmptyReason
    size?: UnitSize
    fallback?: true
  }>
  /** Nothing is shown because of a failure. `unit` is null if the element has no such attribute. */
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

/** Maximum wait for the extras, in milliseconds. From the browser's cache they load in a fraction of it. */
const extrasMs = 100
/** Minimum time an ad is shown before `refresh` may replace it, in milliseconds. */
const minShownMs = 30_000

/**
 * `<mille-ad unit="…">`. `size` (such as `300x250`) reserves space from the start; `position`, `sticky-side`, `look`,
 * `font` and `color-background`, `color-title`, `color-title-hover`, `color-text`, `color-link`, `color-link-hover`
 * override the unit's settings; `theme` is `light` or `dark`, by default the page's; `lazy` defers loading until the ad
 * is nearly on screen; `receipts` requests a receipt of each view.
 */
export class AdElement extends WidgetElement {
  /** Attributes whose change reloads the ad; `position` is read only on `refresh`. */
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
  /** Address of the page when the ad was drawn, and the time until which the ad stays on it. */
  #href: string | undefined
  #until: number | false | undefined

  /** Loads another ad if the page's address has changed or the current ad was shown for half a minute. */
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
      // The extras find the reason of a failure. They come from the network too, so if they do not load, the network is
      // the reason.
      fail: cause =>
        signal.aborted ||
        import('./extras.ts')
          .then(it => it.explain(root, cause, page))
          .catch(() => emit('error', { reason: 'network' }))
    }
    // Handles every failure: no network, a malformed answer, or a page that has removed `fetch`.
    this.#load(root, unit, page).catch(page.fail)
    return () => controller.abort()
  }

  async #load(root: ShadowRoot, unit: string | null, page: OnPage): Promise<void> {
    const { signal, emit, fail } = page
    const size = this.getAttribute('size')
    // A sticky ad needs no space in the page's flow.
    if (size && this.getAttribute('position') !== 'sticky') drawBox(root, size)
    this.removeAttribute('collapsed')
    if (!unit) throw unit
    // A hidden element or background tab shows no ad, so the ad is requested only when the element becomes visible.
    const isHidden = this.checkVisibility?.() === false || document.hidden
    // The address of a preview (`mille-preview`) makes the ad late, too: the extras ask for what it shows instead.
    const isLate = isHidden || this.hasAttribute('lazy') || /mille-preview/.test(location.href)
    const preview = isLate && (await (await import('./extras.ts')).ask(this, signal))
    const { clientWidth: width, clientHeight: height } = this
    // If the place is wide enough for a fixed size, the request needs no parameters, so that the page can preload its
    // address. A late ad uses another address, since a preloaded decision would be old.
    const room =
      !isLate && width >= parseFloat(size as string) * 0.9
        ? ''
        : `?width=${width}&height=${height}&screen=${innerHeight}`
    // A request for an unknown unit also returns a decision, with status 404; other error answers do not.
    const answer = preview || (await fetch(`${this.home}/serve/units/${unit}${room}`, { signal }))
    const decision: Decision & Record<string, unknown> = await answer.json()
    // An answer without colors is not a decision.
    if (!decision?.colors) throw unit
    // Attributes override the unit's settings; unknown ones are ignored. An ad's label cannot be changed. Sticky ads
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
    // A sticky ad cannot be shown without the extras. A text ad waits for them only briefly, so that cached pictures do
    // not move its text.
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
