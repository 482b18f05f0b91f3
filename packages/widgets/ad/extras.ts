import type { Decision } from '@mille/api/delivery/protocol.ts'
import type { AdElement } from './ad-element.ts'
import { drawExtras } from './draw-extras.ts'
import type { Page } from './explain.ts'
import { claimSide, stick } from './stick.ts'

/** Distance from the screen at which a lazy ad is requested. */
const nearMargin = '400px'

/**
 * Prepares what only some ads need, to keep the main file small: pictures, sticky ads, collapsing and console warnings.
 * It shares no code with the main file, which would otherwise be split. Call it before the ad is drawn; the returned
 * function adds the extras. Rejects if another sticky ad has that side of the page.
 */
export async function prepare(
  root: ShadowRoot,
  decision: Decision,
  page: Page
): Promise<(remove: () => void) => void> {
  const isSticky = decision.position === 'sticky'
  const { collapse, fallbackUrl } = decision
  if (collapse) keepOrCollapse(root.host)
  // Few ads have a page of another network, so the code for it is in a file of its own.
  const fallback = fallbackUrl ? await import('./draw-fallback.ts') : null
  if (isSticky) await claimSide(root, decision, page)
  return remove => {
    // The ad may have been removed while the extras were loading.
    if (page.signal.aborted) return
    fallback?.drawFallback(root, decision, page, keepOrCollapse)
    if (isSticky) stick(root, decision, remove, page)
    else drawExtras(root, decision, remove)
    if (decision.reason && !collapse && !fallback)
      void import('./explain.ts').then(it => it.warnOfEmpty(decision)).catch(() => {})
  }
}

/** Gives back the space of an ad that the user has not reached. One on screen keeps it, so that nothing visible jumps. */
function keepOrCollapse(host: Element): void {
  if (host.getBoundingClientRect().top > innerHeight) host.setAttribute('collapsed', '')
}

/**
 * Waits until an element is shown near the screen. Never resolves if the signal is aborted first. Returns the answer to
 * draw if the page's address has a preview for the element.
 */
export async function ask(element: AdElement, signal: AbortSignal): Promise<Response | undefined> {
  await new Promise<void>(resolve => {
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
  // The normal ad is shown if the preview fails.
  return /mille-preview/.test(location.href)
    ? import('./preview.ts')
        .then(it => it.askForPreview(element, signal))
        .catch((): undefined => {})
    : undefined
}

/**
 * Tells the page and its developer why there is no ad. The texts are in a separate file, since hardly any page needs
 * them.
 */
export async function explain(root: ShadowRoot, cause: unknown, page: Page): Promise<void> {
  await (await import('./explain.ts')).explain(root, cause, page)
}
