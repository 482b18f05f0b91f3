/** The clock functions that stores need, replaceable in tests. */
export type Clock = {
  /** Returns the time in milliseconds since 1970. */
  now: () => number
  /** Calls `run` once after the given number of milliseconds; returns a function that cancels it. */
  after: (ms: number, run: () => void) => () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  }
}

/** Debounces: runs the latest work when there has been no call for the given number of milliseconds. */
export function delayed(clock: Clock, ms: number) {
  let cancel: (() => void) | null = null
  return {
    run(work: () => void) {
      cancel?.()
      cancel = clock.after(ms, () => {
        cancel = null
        work()
      })
    },
    cancel() {
      cancel?.()
      cancel = null
    }
  }
}
