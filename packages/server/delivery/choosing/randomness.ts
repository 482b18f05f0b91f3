import type { Context } from '../../context.ts'

const poolBytes = 8192

export type Randomness = {
  bytes: (size: number) => Buffer
  /** Returns a random number from 0 to less than 1, with 53 random bits. */
  fraction: () => number
}

/**
 * Creates a source of random bytes that fetches them from the system in bulk: a decision needs 24 bytes, and each fetch
 * costs as much as one of 8,192.
 */
export function createRandomness(context: Pick<Context, 'randomBytes'>): Randomness {
  let pool: Buffer = Buffer.alloc(0)
  let used = 0

  /** Reserves unused bytes and returns their offset in the pool. */
  function take(size: number): number {
    if (used + size > pool.length) {
      pool = context.randomBytes(poolBytes)
      used = 0
    }
    used += size
    return used - size
  }

  return {
    bytes(size) {
      const from = take(size)
      return pool.subarray(from, from + size)
    },
    fraction() {
      const from = take(8)
      return (
        ((pool.readUInt32LE(from) >>> 5) * 2 ** 26 + (pool.readUInt32LE(from + 4) >>> 6)) / 2 ** 53
      )
    }
  }
}
