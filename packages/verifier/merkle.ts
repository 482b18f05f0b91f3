import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'

export type Tree = { count: number; root: string | null }

const leafPrefix = Uint8Array.of(0)
const nodeInput = new Uint8Array(65)
nodeInput[0] = 1

function leafHash(data: Uint8Array): Uint8Array {
  return sha256(concatBytes(leafPrefix, data))
}

function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  nodeInput.set(left, 1)
  nodeInput.set(right, 33)
  return sha256(nodeInput)
}

/** Thrown when a proof or the leaves end too early. */
class TooShort extends Error {
  override name = 'TooShort'
}

/**
 * Returns whether the leaves are `count` consecutive leaves of the tree from `first` on. Takes only as many leaves as
 * needed.
 */
export function isInTree(
  tree: Tree,
  first: number,
  count: number,
  leaves: Iterator<Uint8Array>,
  proof: readonly string[]
): boolean {
  const hashes = proof.map(it => hexToBytes(it)).values()
  const take = (from: Iterator<Uint8Array>) => {
    const { value, done } = from.next()
    if (done) throw new TooShort()
    return value
  }
  function rootOf(low: number, high: number): Uint8Array {
    if (high <= first || low >= first + count) return take(hashes)
    if (high - low === 1) return leafHash(take(leaves))
    const middle = low + half(high - low)
    return nodeHash(rootOf(low, middle), rootOf(middle, high))
  }
  try {
    const root = tree.count === 0 ? sha256(new Uint8Array(0)) : rootOf(0, tree.count)
    const isWhole = first + count <= tree.count && hashes.next().done === true
    return isWhole && bytesToHex(root) === tree.root
  } catch (error) {
    if (error instanceof TooShort) return false
    throw error
  }
}

/** Returns the roots of the tree at the old and the current size, computed from a consistency proof (RFC 6962). */
export function rootsByConsistency(
  old: number,
  size: number,
  path: readonly Uint8Array[],
  known: Uint8Array | null
): [Uint8Array, Uint8Array] {
  const last = path.at(-1)
  if (old === size) {
    const root = known ?? path[0]
    if (!root) throw new TooShort()
    return [root, root]
  }
  if (!last) throw new TooShort()
  const middle = half(size)
  const rest = path.slice(0, -1)
  if (old > middle) {
    const [before, after] = rootsByConsistency(old - middle, size - middle, rest, null)
    return [nodeHash(last, before), nodeHash(last, after)]
  }
  const [before, after] = rootsByConsistency(old, middle, rest, known)
  return [before, nodeHash(after, last)]
}

/** Returns the largest power of two below n. */
function half(n: number): number {
  let power = 1
  while (power * 2 < n) power *= 2
  return power
}
