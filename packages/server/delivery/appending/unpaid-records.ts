import { addressBlock, isInside } from '../../http/callers/client-address.ts'
import { createBlockHash } from '../event-log/partition.ts'

/** Limits what each address block of visitors adds to the log. */
export type UnpaidRecords = {
  /**
   * Returns a number for the /24 or /48, valid in this process only. Null for an address inside the operator's network,
   * which all visitors behind an undeclared proxy share.
   */
  neighborhoodOf: (address: string) => number | null
  /**
   * Counts a record; returns false if it exceeds the limit and must not be written. Records other than views have a
   * limit of their own.
   */
  take: (neighborhood: number | null, isView: boolean, atMs: number) => boolean
  /** Takes a view counted at that moment off the limits, together with its rendering, because it was paid for. */
  giveBack: (neighborhood: number | null, atMs: number) => void
}

/**
 * Creates limits per minute for each address block: one for unpaid views and an equal one for all other records,
 * including sums of rejected reports. The random key decides which blocks share a count, and exists only in this
 * process.
 */
export function createUnpaidRecords(key: Buffer, perMinute: number): UnpaidRecords {
  const hashOf = createBlockHash(key)
  const views = new MinuteCounts(perMinute)
  const others = new MinuteCounts(perMinute)
  let minute = 0

  return {
    neighborhoodOf: address => (isInside(address) ? null : hashOf(addressBlock(address))),

    take(neighborhood, isView, atMs) {
      if (neighborhood === null) return true
      const current = minuteOf(atMs)
      if (current !== minute) {
        minute = current
        views.clear()
        others.clear()
      }
      return (isView ? views : others).take(neighborhood)
    },

    giveBack(neighborhood, atMs) {
      if (neighborhood === null || minuteOf(atMs) !== minute) return
      views.giveBack(neighborhood)
      others.giveBack(neighborhood)
    }
  }
}

const slots = 65_536

/**
 * Counts the records of address blocks in a sketch of fixed size: two rows, indexed by the two halves of a block's
 * hash. The smaller count is the one that limits, so a block that shares a count with a busy one in one row is limited
 * by its own in the other.
 */
export class MinuteCounts {
  readonly #counts = new Uint32Array(2 * slots)
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  clear(): void {
    this.#counts.fill(0)
  }

  take(neighborhood: number): boolean {
    const first = neighborhood % slots
    const second = slots + (neighborhood >>> 16)
    const one = this.#counts[first] ?? 0
    const other = this.#counts[second] ?? 0
    if (one >= this.#most && other >= this.#most) return false
    this.#counts[first] = one + 1
    this.#counts[second] = other + 1
    return true
  }

  giveBack(neighborhood: number): void {
    this.#lower(neighborhood % slots)
    this.#lower(slots + (neighborhood >>> 16))
  }

  #lower(at: number): void {
    const count = this.#counts[at] ?? 0
    if (count > 0) this.#counts[at] = count - 1
  }
}

function minuteOf(atMs: number): number {
  return Math.floor(atMs / 60_000)
}
