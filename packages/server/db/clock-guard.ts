import { type Clock, compareClock, databaseTime, realTimeMs } from './check-clock.ts'
import type { Database } from './connect.ts'

/**
 * Milliseconds for which a comparison is valid, and by which the clock may differ from the monotonic time passed since.
 */
const goodForMs = 5000
const jumpMs = 1000

/**
 * Creates a function that throws WrongClock while this process's clock differs from the database's: records appended by
 * a clock one day ahead would move a partition's time by a day. It asks the database every few seconds, and at once if
 * the clock has jumped.
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
