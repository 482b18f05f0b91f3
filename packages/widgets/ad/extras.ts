import type { Decision } from '@mille/api/delivery/protocol.ts'
import { drawExtras } from './draw-extras.ts'
import type { Page } from './explain.ts'
import { claimSide, stick } from './stick.ts'

/** An ad that is not seen yet is asked for when it is this near to the screen. */
const nearMargin = '400px'

/**
 * What few ads need, so that the ad's own file is without it: the advertiser's pictures, what makes an ad stay on the
 * screen, giving back an empty place, and a word to the page's developer. It shares nothing with that file, which could then not be one. Call it before
 * the ad is drawn; what it returns adds the extras to what is drawn. Rejects where the page has another sticky ad there.
 */
export async function prepare(
  root: ShadowRoot,
  decision: Decision,
  page: Page
): Promise<(remove: () => void) => void> {
  const isSticky = decision.position === 'sticky'
  // On the screen it keeps its place: what is seen must not jump.
  if (decision.collapse && root.host.getBoundingClientRect().top > innerHeight)
    root.host.setAttribute('collapsed', '')
  if (isSticky) await claimSide(root, decision, page)
  return remove => {
    // What was awaited for them may be gone.
    if (page.signal.aborted) return
    if (isSticky) stick(root, decision, remove, page)
    else drawExtras(root, decision, remove)
    if (decision.reason && !decision.collapse)
      void import('./explain.ts').then(it => it.warnOfEmpty(decision)).catch(() => {})
  }
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

/** Tells the page and its developer why there is no ad. The words are a file of their own: hardly any page needs them. */
export async function explain(root: ShadowRoot, cause: unknown, page: Page): Promise<void> {
  await (await import('./explain.ts')).explain(root, cause, page)
}
