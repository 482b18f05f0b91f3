import { decisionLifetimeMs } from '@mille/api/constants.ts'
import { KeyTable } from './key-table.ts'

/**
 * How far apart the node that issued a decision and the log may be: two clocks that are each allowed a minute, and the
 * time that a report waits for a log that is away. What is older is `expired` for the judge too, so that a copy can
 * never outlive the memory of what it is a copy of.
 */
export const graceMs = 10 * 60 * 1000
const sliceMs = 60 * 1000

/** What has been counted of a decision, as bits. */
export const counted = { rendered: 1, viewable: 2, clicked: 4 } as const

export type Age = 'fresh' | 'expired' | 'too_early'

/** Whether a decision of that moment is one that is remembered. */
export function ageOf(issuedAtMs: number, atMs: number): Age {
  if (atMs - issuedAtMs > decisionLifetimeMs + graceMs) return 'expired'
  return issuedAtMs - atMs > graceMs ? 'too_early' : 'fresh'
}

/**
 * What has been counted of the decisions of two hours, by the first half of their ids, which are random. They are kept
 * in slices of a minute by when they were issued: a decision is looked up in one slice, and a slice that is over is
 * dropped as a whole. With a million remembered, a new decision is mistaken for one of them in one of 18 million
 * million cases (10^6 / 2^64); it is then rejected as `repeated`, and is not charged.
 */
export class Decisions {
  readonly #slices = new Map<number, KeyTable>()
  #oldest = 0

  get bytes(): number {
    return [...this.#slices.values()].reduce((sum, it) => sum + it.bytes, 0)
  }

  get(high: number, low: number, issuedAtMs: number): number {
    return this.#slices.get(sliceOf(issuedAtMs))?.get(high, low) ?? 0
  }

  add(high: number, low: number, issuedAtMs: number, bit: number): void {
    const slice = sliceOf(issuedAtMs)
    let table = this.#slices.get(slice)
    if (!table) {
      table = new KeyTable()
      this.#slices.set(slice, table)
    }
    table.set(high, low, table.get(high, low) | bit)
  }

  /** Forgets the slices of which every decision has expired. */
  advance(atMs: number): void {
    const oldest = sliceOf(atMs - decisionLifetimeMs - graceMs)
    if (oldest <= this.#oldest) return
    this.#oldest = oldest
    for (const slice of this.#slices.keys()) {
      if (slice < oldest) this.#slices.delete(slice)
    }
  }
}

function sliceOf(ms: number): number {
  return Math.floor(ms / sliceMs)
}
