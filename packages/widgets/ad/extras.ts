import type { Decision } from '@mille/api/delivery/protocol.ts'
import { warnOnce } from '../shared/registry.ts'
import { drawExtras } from './draw-extras.ts'
import { type OnPage, stick } from './stick.ts'

/** An ad that is not seen yet is asked for when it is this near to the screen. */
const nearMargin = '400px'

/**
 * What few ads need, so that the ad's own file is without it: the advertiser's pictures, what makes an ad stay on the
 * screen, and a word to the page's developer. It shares nothing with that file, which could then not be one.
 */
export function addExtras(
  root: ShadowRoot,
  decision: Decision,
  remove: () => void,
  page: OnPage
): void {
  const { unit, reason, position } = decision
  if (position === 'sticky') stick(root, decision, remove, page)
  else drawExtras(root, decision, remove)
  if (reason) warnOnce(`mille-ad ${unit} is empty: ${reason}`)
}

/** Waits until an element is shown near the screen. Never comes to an end when the signal is aborted before. */
export function untilNear(element: Element, signal: AbortSignal): Promise<void> {
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
