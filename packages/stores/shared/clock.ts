/** Time as far as stores need it, so that a test can hold it. */
export type Clock = {
  /** Milliseconds since 1970. */
  now: () => number
  /** Calls back once after so many milliseconds; gives the way to prevent it. */
  after: (ms: number, run: () => void) => () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  }
}

/** Runs the latest work once there has been no call for so many milliseconds. */
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
