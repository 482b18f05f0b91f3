import type { Decision } from '@mille/api/delivery/protocol.ts'
import { setWords } from '@mille/api/delivery/typeset.ts'
import { drawExtras } from './draw-extras.ts'
import { mountAd } from './mount-ad.ts'

/**
 * Draws the ad of a preview in the room that its host has, until the signal is aborted. The words are set for one room, so
 * they are set again when it changes.
 */
export function drawPreview(root: ShadowRoot, decision: Decision, signal: AbortSignal): void {
  if (signal.aborted) return
  const drawn = { width: 0, height: 0, unmount: () => {} }
  draw()
  let frame = 0
  // In the next frame: what is drawn in this one would resize what is observed once more.
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

  /** For good: an ad that was closed does not come back with another width. */
  function close() {
    observer.disconnect()
    cancelAnimationFrame(frame)
    drawn.unmount()
  }
}
