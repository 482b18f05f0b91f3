import type { PreviewFailure } from '@mille/api/ad-units/previews.ts'
import type { AdElement } from './ad-element.ts'

/** Texts of the console and of the debug panel, which shows the element's attribute `preview`. */
export const previewTexts: Record<PreviewFailure | 'shown' | 'failed', string> = {
  shown: 'Preview, not counted',
  forged: 'The preview’s address is not valid',
  expired: 'The preview has expired',
  not_shown: 'The unit no longer shows this preview',
  failed: 'The preview could not be loaded'
}

type Body = { reason?: PreviewFailure; closed?: true } | null | undefined

/** Lines already logged. `warnOnce` would do the same, but as code that another file shares, it costs a request. */
const told = new Set<string>()

/**
 * Asks for what the page's address (`?mille-preview=…`) wants to show in the unit of an element. The answer is a
 * decision without a token, so that the element reports nothing. If there is none, says why and returns nothing, and the
 * normal ad is shown. Loaded on such pages only; it shares no code with other files of the ad.
 */
export async function askForPreview(
  ad: AdElement,
  signal: AbortSignal
): Promise<Response | undefined> {
  const token = new URLSearchParams(location.search).get('mille-preview')
  // The element looks for the name anywhere in the address, such as in a path.
  if (token === null) return
  // The token begins with the number of its unit. Other units on the page show their normal ads.
  const [, unit] = /^(\d+)\../.exec(token) ?? []
  if (unit && unit !== ad.getAttribute('unit')) return
  // The page's policy may forbid the debug panels; the console says the same.
  import(/* @vite-ignore */ `${ad.home}/embed/v1/debug.js`).catch(() => {})
  const { clientWidth: width, clientHeight: height } = ad
  const room = `width=${width}&height=${height}&screen=${innerHeight}`
  const path = `/serve/previews/${encodeURIComponent(token)}?${room}`
  const answer = await fetch(ad.home + path, { signal }).catch(() => null)
  if (signal.aborted) return
  const body: Body = await answer
    ?.clone()
    .json()
    .catch(() => null)
  const isShown = answer?.ok && body
  tell(ad, isShown ? 'shown' : (body?.reason ?? 'failed'), signal)
  if (!isShown) return
  if (body.closed) closeWhenDrawn(ad, signal)
  return answer
}

/** Shows the outcome in the debug panel, and logs it to the console once per page. */
function tell(ad: AdElement, outcome: keyof typeof previewTexts, signal: AbortSignal): void {
  const text = previewTexts[outcome] ?? previewTexts.failed
  ad.setAttribute('preview', text)
  signal.addEventListener('abort', () => ad.removeAttribute('preview'))
  const unit = ad.getAttribute('unit')
  const line = `mille-ad ${unit}: ${text}${outcome === 'shown' ? '' : '. This is the normal ad.'}`
  if (!told.has(line)) console.warn(line)
  told.add(line)
}

/** Closes the sticky ad as a reader does, as soon as it has its button. */
function closeWhenDrawn(ad: AdElement, signal: AbortSignal): void {
  ad.addEventListener(
    'mille-ad:filled',
    () => {
      // The box may be moved to the end of the page.
      const box = ad.shadowRoot?.querySelector('.ad')
      if (!box) return
      const drawing = new MutationObserver(() => {
        const button = box.querySelector<HTMLElement>('.close')
        if (!button) return
        drawing.disconnect()
        button.click()
      })
      drawing.observe(box, { childList: true, subtree: true })
      signal.addEventListener('abort', () => drawing.disconnect())
    },
    { once: true, signal }
  )
}
