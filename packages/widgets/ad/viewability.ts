import { largeAdPixels, viewableMs } from '@mille/api/constants.ts'

/**
 * Calls back once, when half of the target's pixels (30 % of a large one) were on screen in a visible tab for one
 * continuous second: MRC's rule for a viewable display impression. Returns what stops it.
 */
export function watchViewability(target: Element, onViewable: () => void): () => void {
  const listening = new AbortController()
  const observer = new IntersectionObserver(update, { threshold: [0.3, 0.5] })
  let isOnScreen = false
  let timer: ReturnType<typeof setTimeout> | undefined

  observer.observe(target)
  document.addEventListener('visibilitychange', () => update([]), listening)
  return stop

  function update(entries: IntersectionObserverEntry[]) {
    for (const { boundingClientRect, intersectionRatio } of entries) {
      const pixels = boundingClientRect.width * boundingClientRect.height
      // The ratio of a target without any area is 1.
      isOnScreen = pixels > 0 && intersectionRatio >= (pixels < largeAdPixels ? 0.5 : 0.3)
      if (!isOnScreen) reset()
    }
    if (!isOnScreen || document.hidden) reset()
    else timer ??= setTimeout(finish, viewableMs)
  }

  function reset() {
    clearTimeout(timer)
    timer = undefined
  }

  function finish() {
    reset()
    // What happened while the page was busy has not been told yet.
    const missed = observer.takeRecords()
    // Inside something hidden or of opacity 0 it is on screen for the observer, but not for a person.
    const isShown = target.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    if (missed.length > 0 || !isShown) return update(missed)
    stop()
    onViewable()
  }

  function stop() {
    reset()
    observer.disconnect()
    listening.abort()
  }
}
