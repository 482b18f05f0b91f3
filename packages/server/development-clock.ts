export type DevelopmentClock = {
  now: () => Date
  advance: (ms: number) => void
  aheadMs: () => number
}

/** The real time, and as much later as it was moved: so that what takes a month can be tried in a minute. */
export function createDevelopmentClock(real: () => Date): DevelopmentClock {
  let aheadMs = 0
  return {
    now: () => new Date(real().getTime() + aheadMs),
    advance(ms) {
      aheadMs += ms
    },
    aheadMs: () => aheadMs
  }
}
