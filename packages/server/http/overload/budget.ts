/** How many full budgets are kept before they are looked through. */
const maxKept = 10_000

type Bucket = { left: number; atMs: number }

/**
 * Counts calls in memory, by a bucket that holds a minute's worth and fills steadily: what every call is counted by must not
 * cost a write. Each process counts for itself.
 */
export function createBudget(perMinute: number, nowMs: () => number = () => performance.now()) {
  const buckets = new Map<string, Bucket>()
  const perMs = perMinute / 60_000

  /** One that is full again says nothing more than none. */
  function forgetFull(now: number): void {
    for (const [subject, { left, atMs }] of buckets)
      if (left + (now - atMs) * perMs >= perMinute) buckets.delete(subject)
  }

  return {
    /** Null, or how many seconds to wait. What costs more than is left of the minute waits until all of it is back. */
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
