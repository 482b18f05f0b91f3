/** Maximum wait in milliseconds, since a page in the background is never painted. */
const maxMs = 100

/** Runs a function after the next paint, or soon if nothing is painted. Returns a function that cancels it. */
export function afterPaint(run: () => void): () => void {
  let frame = 0
  let timer = setTimeout(finish, maxMs)
  function finish() {
    cancel()
    run()
  }
  function cancel() {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
  // A frame's callbacks run right before it is painted.
  frame = requestAnimationFrame(() => {
    clearTimeout(timer)
    timer = setTimeout(finish, 0)
  })
  return cancel
}
