/** A page in the background paints nothing for as long as it is there. */
const maxMs = 100

/** Once what was changed can be seen, or soon where nothing is painted. Gives back the way to call it off. */
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
