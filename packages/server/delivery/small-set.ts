/**
 * A set of numbers, kept as an array while it is small, as nearly all such sets stay. The array needs a tenth of a
 * `Set`'s memory.
 */
export type SmallSet = number[] | Set<number>

const longestList = 20

/** Adds a number and returns the set, which may be another object than before. */
export function withMember(set: SmallSet, value: number): SmallSet {
  if (set instanceof Set) return set.add(value)
  if (set.includes(value)) return set
  set.push(value)
  return set.length < longestList ? set : new Set(set)
}

export function sizeOf(set: SmallSet): number {
  return set instanceof Set ? set.size : set.length
}
