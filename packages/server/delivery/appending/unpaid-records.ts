import { addressBlock, isInside } from '../../http/callers/client-address.ts'
import { createBlockHash } from '../event-log/partition.ts'

/** Bounds what the neighborhoods of visitors write to the log. */
export type UnpaidRecords = {
  /**
   * Identifies the /24 or /48, in this process only. Null for an address inside the operator's network, which all
   * visitors behind an undeclared proxy share.
   */
  neighborhoodOf: (address: string) => number | null
  /**
   * Counts a record; false for one too many, which is not to be written. Records other than views take no room from
   * views.
   */
  take: (neighborhood: number | null, isView: boolean, atMs: number) => boolean
  /** A view that was counted at that moment is paid for: neither it nor its rendering counts against the limit. */
  giveBack: (neighborhood: number | null, atMs: number) => void
}

/**
 * Each neighborhood has room for a number of unpaid views per minute, and for the same number of all other records
 * together, including sums of rejected reports. The key decides by chance which neighborhoods share a count, and exists
 * only in this process.
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
 * How many records each neighborhood has: a count in each of two rows, by one half of its number in each, of which the smaller is
 * taken. It has one size, however many neighborhoods there are. One that shares a count with a busy one in one row has its own in
 * the other.
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
