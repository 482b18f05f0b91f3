/** Days of UTC such as `2026-03-02`, both included; an empty one leaves that side open. */
export type Days = { from: string; to: string }

const dayMs = 86_400_000

/** So many days up to the given one, which is one of them. */
export function lastDays(today: string, count: number): Days {
  const from = new Date(Date.parse(today) - (count - 1) * dayMs)
  return { from: from.toISOString().slice(0, 10), to: today }
}
