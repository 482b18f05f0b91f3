import { hash } from 'node:crypto'

export const hashBytes = 32
/** The root of a tree without leaves (RFC 6962, section 2.1). */
export const emptyRoot: Buffer = sha256(Buffer.alloc(0))

/** Range of leaves from `from` up to, but not including, `to`. */
export type LeafRange = { from: number; to: number }
/** Returns the hash of the complete subtree of 2^level leaves with that index among those of its size. */
export type ReadNode = (level: number, index: number) => Buffer | Promise<Buffer>

export function sha256(data: Uint8Array): Buffer {
  return hash('sha256', data, 'buffer')
}

const leafInput = Buffer.alloc(1 + 256)

export function leafHash(data: Uint8Array): Buffer {
  if (data.length > 256) return sha256(Buffer.concat([Buffer.of(0), data]))
  leafInput[0] = 0
  leafInput.set(data, 1)
  return sha256(leafInput.subarray(0, 1 + data.length))
}

const nodeInput = Buffer.alloc(1 + 2 * hashBytes, 1)

export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  nodeInput.set(left, 1)
  nodeInput.set(right, 1 + hashBytes)
  return sha256(nodeInput)
}

/**
 * The right edge of a growing tree: the roots of its complete subtrees, largest first. Appending needs no older leaf,
 * so a process that keeps the edge can continue later.
 */
export class Edge {
  #size: number
  readonly #peaks: Buffer[]

  constructor(size = 0, peaks: readonly Buffer[] = []) {
    if (peaks.length !== countPeaks(size)) throw new RangeError(`${size} leaves have another edge`)
    this.#size = size
    this.#peaks = [...peaks]
  }

  get size(): number {
    return this.#size
  }
  get peaks(): readonly Buffer[] {
    return this.#peaks
  }

  /** Appends a leaf and passes every subtree that it completes to `onNode`, from the leaf itself upward. */
  append(leaf: Buffer, onNode?: (level: number, index: number, nodeHash: Buffer) => void): void {
    let [node, level, index] = [leaf, 0, this.#size]
    onNode?.(level, index, node)
    while (index % 2 === 1) {
      node = nodeHash(this.#peaks.pop() ?? emptyRoot, node)
      level++
      index = (index - 1) / 2
      onNode?.(level, index, node)
    }
    this.#peaks.push(node)
    this.#size++
  }

  root(): Buffer {
    return foldPeaks(this.#peaks)
  }
}

/** Computes the root of a tree from its leaf hashes. */
export function rootOf(leafHashes: Iterable<Buffer>): Buffer {
  const edge = new Edge()
  for (const leaf of leafHashes) edge.append(leaf)
  return edge.root()
}

/** Returns a reader of the nodes of a tree whose leaf hashes are all in memory. */
export function nodesOf(leafHashes: readonly Buffer[]): (level: number, index: number) => Buffer {
  const levels: Buffer[][] = [[...leafHashes]]
  for (let below = leafHashes; below.length > 1; ) {
    const level: Buffer[] = []
    for (let at = 0; at + 1 < below.length; at += 2)
      level.push(nodeHash(below[at] ?? emptyRoot, below[at + 1] ?? emptyRoot))
    levels.push(level)
    below = level
  }
  return (level, index) => {
    const node = levels[level]?.[index]
    if (!node) throw new RangeError(`There is no node ${index} at level ${level}`)
    return node
  }
}

/** Computes the root of a range in a proof, which is complete or at the tree's right end. */
export async function rangeRoot(read: ReadNode, { from, to }: LeafRange): Promise<Buffer> {
  const peaks: Buffer[] = []
  for (let start = from; start < to; ) {
    let [level, size] = [0, 1]
    while (start % (size * 2) === 0 && start + size * 2 <= to) {
      size *= 2
      level++
    }
    peaks.push(await read(level, start / size))
    start += size
  }
  return foldPeaks(peaks)
}

function foldPeaks(peaks: readonly Buffer[]): Buffer {
  let root: Buffer | null = null
  for (let at = peaks.length - 1; at >= 0; at--) {
    const peak = peaks[at] ?? emptyRoot
    root = root === null ? peak : nodeHash(peak, root)
  }
  return root ?? emptyRoot
}

/** Returns where a tree of that size is split: the largest power of two below the size. */
export function splitOf(size: number): number {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

function countPeaks(size: number): number {
  let count = 0
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) count += rest % 2
  return count
}
