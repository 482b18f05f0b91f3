import { emptyRoot, type LeafRange, nodeHash, type ReadNode, rangeRoot, splitOf } from './merkle.ts'

/** Returns the subtrees whose roots prove that a leaf is in a tree, from the leaf upward (RFC 6962, section 2.1.1). */
export function auditPath(index: number, size: number): LeafRange[] {
  const path: LeafRange[] = []
  for (let [from, to] = [0, size]; to - from > 1; ) {
    const middle = from + splitOf(to - from)
    if (index < middle) {
      path.push({ from: middle, to })
      to = middle
    } else {
      path.push({ from, to: middle })
      from = middle
    }
  }
  return path.reverse()
}

/**
 * Returns the subtrees whose roots prove that a tree only grew (RFC 6962, section 2.1.2); empty for an empty or equal
 * tree.
 */
export function consistencyPath(oldSize: number, size: number): LeafRange[] {
  if (oldSize === 0 || oldSize === size) return []
  const path: LeafRange[] = []
  let isWhole = true
  let [from, to] = [0, size]
  while (to !== oldSize) {
    const middle = from + splitOf(to - from)
    if (oldSize <= middle) {
      path.push({ from: middle, to })
      to = middle
    } else {
      path.push({ from, to: middle })
      from = middle
      isWhole = false
    }
  }
  if (!isWhole) path.push({ from, to })
  return path.reverse()
}

/**
 * Returns the largest subtrees outside a range of leaves, from left to right. Together with the leaves of the range,
 * they yield the root.
 */
export function rangePath({ from, to }: LeafRange, size: number): LeafRange[] {
  const path: LeafRange[] = []
  const walk = (low: number, high: number) => {
    if (low >= to || high <= from) path.push({ from: low, to: high })
    else if (high - low > 1 && (low < from || high > to)) {
      const middle = low + splitOf(high - low)
      walk(low, middle)
      walk(middle, high)
    }
  }
  if (size > 0) walk(0, size)
  return path
}

/** Computes the hashes of a path's subtrees. */
export async function hashesOf(read: ReadNode, path: readonly LeafRange[]): Promise<Buffer[]> {
  const hashes: Buffer[] = []
  for (const range of path) hashes.push(await rangeRoot(read, range))
  return hashes
}

/** Computes the root from a leaf's hash and its audit path; null when the path has the wrong length. */
export function rootByInclusion(
  leaf: Buffer,
  index: number,
  size: number,
  hashes: readonly Buffer[]
): Buffer | null {
  const path = index < size ? auditPath(index, size) : []
  if (index >= size || path.length !== hashes.length) return null
  return path.reduce((node, { from }, at) => {
    const sibling = hashes[at] ?? emptyRoot
    return from > index ? nodeHash(node, sibling) : nodeHash(sibling, node)
  }, leaf)
}

type Head = { size: number; root: Buffer }

/** Whether the proof shows that the later tree begins with the earlier one. */
export function isConsistent(old: Head, now: Head, hashes: readonly Buffer[]): boolean {
  if (old.size > now.size) return false
  if (old.size === 0) return hashes.length === 0 && old.root.equals(emptyRoot)
  if (old.size === now.size) return hashes.length === 0 && old.root.equals(now.root)
  const path = consistencyPath(old.size, now.size)
  if (path.length !== hashes.length) return false
  // When the old tree is itself a complete left subtree, both computations start from its root.
  const isWhole = path.every(it => it.from >= old.size)
  const rest = isWhole ? hashes : hashes.slice(1)
  const ranges = isWhole ? path : path.slice(1)
  const first = isWhole ? old.root : (hashes[0] ?? emptyRoot)
  let [before, after] = [first, first]
  for (const [at, { from }] of ranges.entries()) {
    const sibling = rest[at] ?? emptyRoot
    if (from >= old.size) after = nodeHash(after, sibling)
    else {
      before = nodeHash(sibling, before)
      after = nodeHash(sibling, after)
    }
  }
  return before.equals(old.root) && after.equals(now.root)
}
