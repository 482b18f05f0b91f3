import type { Decision, SeenEvent } from '@mille/api/delivery/protocol.ts'
import { drawAd } from './draw-ad.ts'
import { watchViewability } from './viewability.ts'

/** Outcome of a filled decision: each kind of view once, with the token that proves it; or `clicked`. */
export type Outcome = SeenEvent | { kind: 'clicked'; token?: never }

/**
 * Shows a decision in a shadow root; `receipts` is the element's attribute that requests receipts. Returns a function
 * that removes the ad and its observers; without `onOutcome` nothing is observed, as in the dashboard's preview.
 * `onFailure` gets the banner's picture that did not load or did not fit.
 */
export function mountAd(
  root: ShadowRoot,
  decision: Decision & { receipts?: string },
  onOutcome?: (outcome: Outcome) => void,
  onFailure: (cause: unknown) => void = () => {}
): () => void {
  let stopWatching: (() => void) | undefined
  const ad = drawAd(root, decision)
  if (onOutcome) {
    // A house ad has no token: only its picture is watched, and nothing is reported.
    const { filled, token } = decision
    const picture = ad.querySelector<HTMLImageElement>('canvas,img')
    const watch = () => {
      // The picture may load after the ad was removed.
      if (!filled || !ad.isConnected) return
      onOutcome({ token, kind: 'rendered' })
      stopWatching = watchViewability(ad, looks =>
        onOutcome({ token, kind: 'viewable', receipt: decision.receipts, ...looks })
      )
    }
    const fail = () => {
      ad.replaceChildren()
      onFailure(picture)
    }
    // The first link is the ad's link; the label's link comes after it.
    if (filled)
      (ad.querySelector('a') as HTMLElement).onclick = () => onOutcome({ kind: 'clicked' })
    // A banner counts as rendered once its picture has loaded, and not if its place is smaller than the announced size.
    if (picture) {
      picture.onload = () =>
        picture.clientWidth < parseFloat(decision.detail?.size as string) * 0.9 ? fail() : watch()
      picture.onerror = fail
    } else watch()
  }
  return unmount

  function unmount() {
    stopWatching?.()
    ad.remove()
  }
}
