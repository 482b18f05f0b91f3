import { decisionLifetimeMs } from '@mille/api/constants.ts'
import { KeyTable } from './key-table.ts'

/**
 * Maximum difference between the time of a decision and that of the log, in milliseconds: two clocks that may each be a
 * minute off, and the time for which a report waits for an unreachable log. The judge treats older reports as
 * `expired`, so a copy cannot outlive the memory of its original.
 */
export const graceMs = 10 * 60 * 1000
const sliceMs = 60 * 1000

/** The reports already counted for a decision, as bits. */
export const counted = { rendered: 1, viewable: 2, clicked: 4 } as const

export type Age = 'fresh' | 'expired' | 'too_early'

/** Returns whether a decision issued at a moment is still remembered. */
export function ageOf(issuedAtMs: number, atMs: number): Age {
  if (atMs - issuedAtMs > decisionLifetimeMs + graceMs) return 'expired'
  return issuedAtMs - atMs > graceMs ? 'too_early' : 'fresh'
}

/**
 * What was counted for the decisions of two hours, by the random first half of their IDs. They are kept in slices of
 * one minute by issue time: a decision is looked up in one slice, and an expired slice is dropped as a whole. With a
 * million remembered, the chance that a new decision is mistaken for one of them is 1 in 18 million million (10^6 /
 * 2^64); it is then rejected as `repeated` and not charged.
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

  /** Drops the slices in which every decision has expired. */
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
