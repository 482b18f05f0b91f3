import { dayMs } from '@mille/api/durations.ts'

type Flush = { sequence: number; position: bigint; atMs: number }

/**
 * The last flush of sums of each node. A node that does not know whether an append succeeded sends the same again, and
 * of a sum nobody could tell the copy. All sums of a flush are in one batch; what comes in a later one is a copy, and a
 * flush that is overtaken by a later one of its node is left out rather than counted twice.
 */
export class Flushes {
  readonly #last = new Map<number, Flush>()

  isNew(node: number, sequence: number, position: bigint, atMs: number): boolean {
    const last = this.#last.get(node)
    if (last && sequence < last.sequence) return false
    if (last && sequence === last.sequence) return position === last.position
    this.#last.set(node, { sequence, position, atMs })
    return true
  }

  /** A node that has said nothing for a day has another number if it comes again. */
  forget(atMs: number): void {
    for (const [node, { atMs: last }] of this.#last) {
      if (atMs - last > dayMs) this.#last.delete(node)
    }
  }
}
