/** Number of buckets from which full ones are removed. */
const maxKept = 10_000

type Bucket = { left: number; atMs: number }

/**
 * Counts calls in memory with a token bucket that holds a minute's worth and refills steadily: counting every call must
 * not cost a database write. Each process counts for itself.
 */
export function createBudget(perMinute: number, nowMs: () => number = () => performance.now()) {
  const buckets = new Map<string, Bucket>()
  const perMs = perMinute / 60_000

  /** Removes buckets that are full again, which are no different from missing ones. */
  function forgetFull(now: number): void {
    for (const [subject, { left, atMs }] of buckets)
      if (left + (now - atMs) * perMs >= perMinute) buckets.delete(subject)
  }

  return {
    /**
     * Spends part of a budget. Returns null, or how many seconds to wait. A call that costs more than a minute's worth
     * waits until the bucket is full.
     */
    spend(subject: string, cost = 1): number | null {
      const now = nowMs()
      if (buckets.size >= maxKept) forgetFull(now)
      const before = buckets.get(subject)
      const left = before
        ? Math.min(perMinute, before.left + (now - before.atMs) * perMs)
        : perMinute
      const wanted = Math.min(cost, perMinute)
      if (left < wanted) return Math.max(1, Math.ceil((wanted - left) / perMs / 1000))
      buckets.set(subject, { left: left - wanted, atMs: now })
      return null
    }
  }
}
