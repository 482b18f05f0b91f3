import { leafBytes, leafHash, nodeHash, rootOf } from '../public-log/index.ts'

const hashBytes = 32

/** The views of a charge as a tree, in 100 bytes for each view: most of them are asked for again soon. */
export class PackedTree {
  readonly #leaves: Buffer
  readonly #levels: Buffer[]

  /** Leaves in the order of their tree. */
  constructor(leaves: Buffer) {
    this.#leaves = leaves
    let level = Buffer.allocUnsafe((leaves.length / leafBytes) * hashBytes)
    for (let index = 0; index < leaves.length / leafBytes; index++)
      leafHash(this.leaf(index)).copy(level, index * hashBytes)
    this.#levels = [level]
    while (level.length > hashBytes) {
      const pairs = Math.floor(level.length / hashBytes / 2)
      const above = Buffer.allocUnsafe(pairs * hashBytes)
      for (let pair = 0; pair < pairs; pair++) {
        const [left, right] = [hashAt(level, 2 * pair), hashAt(level, 2 * pair + 1)]
        nodeHash(left, right).copy(above, pair * hashBytes)
      }
      this.#levels.push(above)
      level = above
    }
  }

  get size(): number {
    return this.#leaves.length / leafBytes
  }
  get bytes(): number {
    return this.#levels.reduce((sum, it) => sum + it.length, this.#leaves.length)
  }

  root(): Buffer {
    const [hashes = Buffer.alloc(0)] = this.#levels
    return rootOf(Array.from({ length: this.size }, (_, index) => hashAt(hashes, index)))
  }

  leaf(index: number): Buffer {
    return this.#leaves.subarray(index * leafBytes, (index + 1) * leafBytes)
  }

  /** The leaf of a decision, by which every leaf begins; null where there is none. */
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

function hashAt(hashes: Buffer, index: number): Buffer {
  return hashes.subarray(index * hashBytes, (index + 1) * hashBytes)
}
