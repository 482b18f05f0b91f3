export type Random = {
  fraction: () => number
  below: (limit: number) => number
  chance: (probability: number) => boolean
  pick: <Value>(values: readonly Value[]) => Value
  bytes: (size: number) => Buffer
}

/** Creates a random number generator that gives the same numbers for the same seed on every machine (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed | 0

  function word(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }

  const fraction = () => ((word() >>> 5) * 2 ** 26 + (word() >>> 6)) / 2 ** 53
  const below = (limit: number) => Math.floor(fraction() * limit)
  return {
    fraction,
    below,
    chance: probability => fraction() < probability,
    pick<Value>(values: readonly Value[]) {
      const value = values[below(values.length)]
      if (value === undefined) throw new RangeError('There is nothing to pick')
      return value
    },
    bytes(size) {
      const bytes = Buffer.alloc(size)
      for (let at = 0; at < size; at++) bytes[at] = below(256)
      return bytes
    }
  }
}
