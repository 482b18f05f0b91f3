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
    const picture = ad.querySelector<HTMLImageElement>('canvas,img')
    const fail = () => {
      ad.replaceChildren()
      onFailure(picture)
    }
    if (picture) picture.onerror = fail
    // A house ad has no token, so nothing of it can be reported.
    if (decision.filled) {
      const { token } = decision
      // The first link is the ad's link; the label's link comes after it.
      const link = ad.querySelector('a') as HTMLElement
      link.onclick = () => onOutcome({ kind: 'clicked' })
      const watch = () => {
        // The picture may load after the ad was removed.
        if (!ad.isConnected) return
        onOutcome({ token, kind: 'rendered' })
        stopWatching = watchViewability(ad, looks =>
          onOutcome({ token, kind: 'viewable', receipt: decision.receipts, ...looks })
        )
      }
      // A banner counts as rendered once its picture has loaded, and not if its place is smaller than the announced
      // size.
      if (picture)
        picture.onload = () =>
          picture.clientWidth < parseFloat(decision.detail?.size as string) * 0.9 ? fail() : watch()
      else watch()
    }
  }
  return unmount

  function unmount() {
    stopWatching?.()
    ad.remove()
  }
}
