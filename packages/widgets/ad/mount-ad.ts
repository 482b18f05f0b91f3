import type { Decision, SeenEvent } from '@mille/api/delivery/protocol.ts'
import { drawAd } from './draw-ad.ts'
import { watchViewability } from './viewability.ts'

/** What became of a filled decision: each kind of view once, with the token that proves it; or `clicked`. */
export type Outcome = SeenEvent | { kind: 'clicked'; token?: never }

/**
 * Shows a decision in a shadow root; `receipts` is the element's attribute, which asks for receipts. Returns what removes
 * it, with all that it watches; without `onOutcome` it watches nothing, as in the dashboard's preview. `onFailure` gets the
 * banner's picture that did not load, or has no room.
 */
export function mountAd(
  root: ShadowRoot,
  decision: Decision & { receipts?: string },
  onOutcome?: (outcome: Outcome) => void,
  onFailure: (cause: unknown) => void = () => {}
): () => void {
  let stopWatching: (() => void) | undefined
  const ad = drawAd(root, decision)
  if (decision.filled && onOutcome) {
    const { token } = decision
    const picture = ad.querySelector<HTMLImageElement>('canvas,img')
    // The first link is the ad's: the invitation comes after it.
    const link = ad.querySelector('a') as HTMLElement
    link.onclick = () => onOutcome({ kind: 'clicked' })
    const watch = () => {
      // The picture may come after the ad has gone.
      if (!ad.isConnected) return
      onOutcome({ token, kind: 'rendered' })
      stopWatching = watchViewability(ad, looks =>
        onOutcome({ token, kind: 'viewable', receipt: decision.receipts, ...looks })
      )
    }
    const fail = () => {
      ad.replaceChildren()
      onFailure(picture)
    }
    // A banner is rendered when its picture is there, not when its place is, and not in a smaller place than was said.
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
