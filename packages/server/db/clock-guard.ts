import { type Clock, compareClock, databaseTime, realTimeMs } from './check-clock.ts'
import type { Database } from './connect.ts'

/** How long a comparison is good for, and how far the clock may have moved against the time that has passed since. */
const goodForMs = 5000
const jumpMs = 1000

/**
 * Gives a function that throws WrongClock while this process's clock is not the database's: what a clock that is a day
 * ahead appends would move a partition's time by a day. It asks the database now and then, and at once when the clock
 * has jumped.
 */
export function createClockGuard(context: Clock & { db: Database }): () => Promise<void> {
  let good: { at: number; clockMs: number } | null = null

  return async () => {
    const [at, clockMs] = [performance.now(), realTimeMs(context)]
    const passed = good ? at - good.at : 0
    const isGood =
      good !== null && passed < goodForMs && Math.abs(clockMs - good.clockMs - passed) < jumpMs
    if (isGood) return
    good = null
    const database = await databaseTime(context.db)
    compareClock((clockMs + realTimeMs(context)) / 2, database)
    good = { at, clockMs }
  }
}
