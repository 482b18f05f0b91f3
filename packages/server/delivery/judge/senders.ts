import { dayMs } from '@mille/api/durations.ts'

/**
 * The last sum of each node. A node that does not know whether an append succeeded sends the same sum again, and a copy
 * of a sum looks like any other sum. So each has a number that grows, and one that is not above the last one is a copy.
 * A sum that is overtaken by a later one of its node is left out rather than counted twice.
 *
 * A node is remembered for a day. Older sums, of a node that slept, are left out for the same reason.
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
