/** Once the page is there and the browser has nothing better to do. Gives back the way to call it off. */
export function whenIdle(run: () => void): () => void {
  let cancel = () => {}
  const wait = () => {
    cancel = onNextPause(run)
  }
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
  return () => {
    window.removeEventListener('load', wait)
    cancel()
  }
}

/** Safari has no idle callbacks: a moment after the page is as good. */
const pauseMs = 200

function onNextPause(run: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, pauseMs)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: 2_000 })
  return () => cancelIdleCallback(handle)
}
