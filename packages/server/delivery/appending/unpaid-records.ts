import { addressBlock, isInside } from '../../http/client-address.ts'
import { createBlockHash } from '../log/partition.ts'

/** Bounds what the neighborhoods of visitors write to the log. */
export type UnpaidRecords = {
  /** A number that stands for the /24 or /48 in this process alone; null inside, where it would be everybody. */
  neighborhoodOf: (address: string) => number | null
  /** Counts a record; false for one too many, which is not to be written. What is no view takes no room from views. */
  take: (neighborhood: number | null, isView: boolean, atMs: number) => boolean
  /** A view that was counted at that moment is paid for: neither it nor its rendering counts any more. */
  giveBack: (neighborhood: number | null, atMs: number) => void
}

/**
 * A neighborhood has room for so many views that nobody has paid for in a minute, and for as many of all else together, sums of what
 * is rejected included. The key decides who shares a count by chance, and is of this process alone.
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
