/** Throttles: runs at once, then at most once per interval. Calls during an interval cause one run at its end. */
export function createThrottle(run: () => void, everyMs: number): () => void {
  let last = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | null = null

  function runNow() {
    timer = null
    last = Date.now()
    run()
  }

  return () => {
    if (timer !== null) return
    const waitMs = last + everyMs - Date.now()
    if (waitMs <= 0) runNow()
    else timer = setTimeout(runNow, waitMs)
  }
}
