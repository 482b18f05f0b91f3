export type Taken = { ok: true; leave: () => void } | { ok: false; isFull: boolean }
/** Whose share of the room is taken, and the maximum of that share. */
export type Share = { key: string; max: number }

/**
 * Limits what is held at once, such as connections or bytes, with a share for each key. Room is taken before anything
 * is awaited: otherwise a thousand simultaneous requests would all find it free.
 */
export function createRoom(max: number) {
  const taken = new Map<string, number>()
  let all = 0

  function add(shares: readonly Share[], amount: number): void {
    all += amount
    for (const { key } of shares) {
      const sum = (taken.get(key) ?? 0) + amount
      if (sum === 0) taken.delete(key)
      else taken.set(key, sum)
    }
  }

  return {
    /** Takes room. In a failure, `isFull` means that the whole room is taken, not just one of the shares. */
    take(shares: readonly Share[], amount = 1): Taken {
      if (shares.some(({ key, max }) => (taken.get(key) ?? 0) + amount > max))
        return { ok: false, isFull: false }
      if (all + amount > max) return { ok: false, isFull: true }
      add(shares, amount)
      let isTaken = true
      return {
        ok: true,
        leave() {
          if (isTaken) add(shares, -amount)
          isTaken = false
        }
      }
    }
  }
}
