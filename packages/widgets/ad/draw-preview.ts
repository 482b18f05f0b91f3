import type { Decision } from '@mille/api/delivery/protocol.ts'
import { setWords } from '@mille/api/delivery/typeset.ts'
import { drawExtras } from './draw-extras.ts'
import { mountAd } from './mount-ad.ts'

/**
 * Draws the preview of an ad in the space of its host until the signal is aborted. The text is set for one size, so it
 * is set again when the size changes.
 */
export function drawPreview(root: ShadowRoot, decision: Decision, signal: AbortSignal): void {
  if (signal.aborted) return
  const drawn = { width: 0, height: 0, unmount: () => {} }
  draw()
  let frame = 0
  // Redraws in the next frame: drawing in the current one would resize the observed element again.
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(redraw)
  })
  observer.observe(root.host)
  signal.addEventListener('abort', close)

  function draw() {
    const { clientWidth: width, clientHeight: height } = root.host
    const set = setWords(decision, { width, height })
    Object.assign(drawn, { width, height, unmount: mountAd(root, set) })
    // A creative without an address has no link yet.
    for (const link of root.querySelectorAll('a[href="#"]')) link.removeAttribute('href')
    drawExtras(root, set, close)
  }

  function redraw() {
    const { clientWidth, clientHeight } = root.host
    if (clientWidth === drawn.width && clientHeight === drawn.height) return
    drawn.unmount()
    draw()
  }

  /** Closes the preview permanently: a closed ad does not return when the width changes. */
  function close() {
    observer.disconnect()
    cancelAnimationFrame(frame)
    drawn.unmount()
  }
}
