/** Numbers, each once: a list while they are few, as nearly all such sets stay, which has a tenth of a Set's memory. */
export type SmallSet = number[] | Set<number>

const longestList = 20

/** The set with the number in it, which may be another one than before. */
export function withMember(set: SmallSet, value: number): SmallSet {
  if (set instanceof Set) return set.add(value)
  if (set.includes(value)) return set
  set.push(value)
  return set.length < longestList ? set : new Set(set)
}

export function sizeOf(set: SmallSet): number {
  return set instanceof Set ? set.size : set.length
}
