type Lane = { running: number; waiting: (() => void)[] }

/**
 * Runs a few tasks of each key at once; some more wait for their turn, and any others are refused. So a caller who
 * sends a thousand requests at once delays only their own.
 */
export function createGate({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const lanes = new Map<string, Lane>()

  function enter(lane: Lane): Promise<void> | null {
    if (lane.running < atOnce) {
      lane.running++
      return Promise.resolve()
    }
    if (lane.waiting.length >= waiting) return null
    return new Promise(resolve => lane.waiting.push(resolve))
  }

  function leave(key: string, lane: Lane): void {
    const next = lane.waiting.shift()
    // The free place goes directly to the next waiting task, so that a task that arrives now cannot overtake it.
    if (next) next()
    else if (--lane.running === 0) lanes.delete(key)
  }

  return {
    /** Runs a task when it is its turn; returns null when too many tasks are waiting already. */
    async run<Result>(key: string, work: () => Promise<Result>): Promise<Result | null> {
      const lane = lanes.get(key) ?? { running: 0, waiting: [] }
      const turn = enter(lane)
      if (!turn) return null
      lanes.set(key, lane)
      await turn
      try {
        return await work()
      } finally {
        leave(key, lane)
      }
    }
  }
}
