import { setImmediate as breathe } from 'node:timers/promises'
import { leafBytes, leafHash, nodeHash } from '../public-log/index.ts'

const hashBytes = 32

/** Number of hashes, some 10 ms, after which other requests get a turn. */
const hashesAtOnce = 2_000

/** The views of a charge as a tree, in 100 bytes for each view: most of them are asked for again soon. */
export class PackedTree {
  readonly #leaves: Buffer
  readonly #levels: Buffer[]

  private constructor(leaves: Buffer, levels: Buffer[]) {
    this.#leaves = leaves
    this.#levels = levels
  }

  /** Hashes leaves in the order of their tree, with pauses for other work. */
  static async build(leaves: Buffer): Promise<PackedTree> {
    const count = leaves.length / leafBytes
    const leafAt = (index: number) => leaves.subarray(index * leafBytes, (index + 1) * leafBytes)
    let level = await fill(count, index => leafHash(leafAt(index)))
    const levels = [level]
    while (level.length > hashBytes) {
      const below = level
      const pairs = Math.floor(below.length / hashBytes / 2)
      level = await fill(pairs, pair =>
        nodeHash(hashAt(below, 2 * pair), hashAt(below, 2 * pair + 1))
      )
      levels.push(level)
    }
    return new PackedTree(leaves, levels)
  }

  get size(): number {
    return this.#leaves.length / leafBytes
  }
  get bytes(): number {
    return this.#levels.reduce((sum, it) => sum + it.length, this.#leaves.length)
  }

  leaf(index: number): Buffer {
    return this.#leaves.subarray(index * leafBytes, (index + 1) * leafBytes)
  }

  /** Returns the index of a decision's leaf, which begins with the decision; null without one. */
  indexOf(decision: Buffer): number | null {
    for (let at = 0; ; at++) {
      at = this.#leaves.indexOf(decision, at)
      if (at === -1) return null
      if (at % leafBytes === 0) return at / leafBytes
    }
  }

  node = (level: number, index: number): Buffer => {
    const hashes = this.#levels[level]
    if (!hashes || (index + 1) * hashBytes > hashes.length)
      throw new RangeError(`There is no node ${index} at level ${level}`)
    return hashAt(hashes, index)
  }
}

async function fill(count: number, hashOf: (index: number) => Buffer): Promise<Buffer> {
  const hashes = Buffer.allocUnsafe(count * hashBytes)
  for (let index = 0; index < count; index++) {
    hashOf(index).copy(hashes, index * hashBytes)
    if (index % hashesAtOnce === hashesAtOnce - 1) await breathe()
  }
  return hashes
}

function hashAt(hashes: Buffer, index: number): Buffer {
  return hashes.subarray(index * hashBytes, (index + 1) * hashBytes)
}
