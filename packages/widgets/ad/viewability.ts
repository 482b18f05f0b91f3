import { largeAdPixels, viewableMs } from '@mille/api/constants.ts'
import type { SeenEvent } from '@mille/api/delivery/protocol.ts'

type Entry = IntersectionObserverEntry & { isVisible?: boolean }

/** What the browser reports about a view: visibility, size, and whether a program drives it. */
export type Looks = Required<Pick<SeenEvent, 'isVisible' | 'pixels' | 'webdriver'>>

/** Minimum area of an ad in CSS pixels: a third of the smallest ad, for pages that are scaled down. */
export const minPixels = 1_000

/**
 * Calls back once when half of the target's pixels (30 % of a large one) were on screen in a visible tab for one
 * continuous second: MRC's rule for a viewable display impression. Returns a function that stops it.
 */
export function watchViewability(target: Element, onViewable: (looks: Looks) => void): () => void {
  const listening = new AbortController()
  const options = { threshold: [0.3, 0.5], trackVisibility: true, delay: 100 }
  const observer = new IntersectionObserver(update, options)
  let isOnScreen: boolean | undefined
  let looks: Looks
  let timer: ReturnType<typeof setTimeout> | undefined

  observer.observe(target)
  document.addEventListener('visibilitychange', () => update([]), listening)
  return stop

  function update(entries: IntersectionObserverEntry[]) {
    for (const { intersectionRatio, isVisible, boundingClientRect: box } of entries as Entry[]) {
      const pixels = box.width * box.height
      // The ratio of a target without area is 1, and a target smaller than any ad was shrunk on purpose.
      isOnScreen = pixels > minPixels && intersectionRatio >= (pixels < largeAdPixels ? 0.5 : 0.3)
      looks = { webdriver: navigator.webdriver, pixels, isVisible }
      if (!isOnScreen) reset()
    }
    if (isOnScreen && !document.hidden) timer ??= setTimeout(finish, viewableMs)
    else reset()
  }

  function reset() {
    // `clearTimeout` returns undefined; using its result is shorter, in a script of 3,000 bytes.
    timer = clearTimeout(timer) as undefined
  }

  function finish() {
    reset()
    // Takes the changes that occurred while the page was busy and were not yet reported.
    const missed = observer.takeRecords()
    // For the observer, an ad in a hidden element or one of opacity 0 is on screen, but a visitor cannot see it.
    if (
      missed[0] ||
      target.checkVisibility?.({ visibilityProperty: true, opacityProperty: true }) === false
    )
      return update(missed)
    onViewable(looks)
    stop()
  }

  function stop() {
    reset()
    observer.disconnect()
    listening.abort()
  }
}
