export type DevelopmentClock = {
  now: () => Date
  advance: (ms: number) => void
  aheadMs: () => number
}

/**
 * Creates a clock that shows the real time plus the amount by which it was moved ahead, so that what takes a month can
 * be tried in a minute.
 */
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
