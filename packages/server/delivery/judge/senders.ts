import { dayMs } from '@mille/api/durations.ts'

/**
 * Remembers the last sum of each node. A node that does not know whether an append succeeded sends the same sum again,
 * and the copy looks like any other sum. Each sum therefore has an increasing number, and one not above the last is a
 * copy. A sum overtaken by a later one of its node is dropped rather than counted twice.
 *
 * A node is remembered for a day. Older sums, from a node that was suspended, are dropped for the same reason.
 */
export class Senders {
  readonly #last = new Map<number, { sequence: number; atMs: number }>()

  isNew(node: number, sequence: number, atMs: number): boolean {
    const last = this.#last.get(node)
    if (last && isRecent(last.atMs, atMs) && sequence <= last.sequence) return false
    this.#last.set(node, { sequence, atMs })
    return true
  }

  forget(atMs: number): void {
    for (const [node, last] of this.#last) {
      if (!isRecent(last.atMs, atMs)) this.#last.delete(node)
    }
  }
}

export function isRecent(ms: number, atMs: number): boolean {
  return atMs - ms <= dayMs
}
