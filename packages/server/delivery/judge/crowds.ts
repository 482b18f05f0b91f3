import { hourMs } from '@mille/api/durations.ts'
import { crowdInHour } from '../what-counts.ts'
import { KeyTable } from './key-table.ts'

/** Paid views of a unit in an hour, counted by this partition. */
export type UnitHour = { unit: number; hour: Date; paid: number }

/**
 * Paid views of the current hour by address and unit, by address block and unit, and by unit. The last three bytes of a
 * block's name identify the address, the others the block; for IPv6 only blocks are known. A unit's views come in over
 * all partitions: records report what the others counted, slightly late, so a busy unit seems a little less busy. Only
 * charged views are added, so nothing is ever subtracted.
 */
export class Crowds {
  readonly #crowds = new KeyTable()
  readonly #paid = new Map<number, number>()
  /**
   * Views counted by other partitions, by the hour's number: a partition that is ahead may already report the next
   * hour.
   */
  readonly #others = new Map<number, Map<number, number>>()
  readonly #changed = new Set<number>()
  #hour = 0

  advance(atMs: number): void {
    const hour = Math.floor(atMs / hourMs)
    if (hour === this.#hour) return
    this.#hour = hour
    this.#crowds.clear()
    this.#paid.clear()
    this.#changed.clear()
    for (const known of this.#others.keys()) if (known < hour) this.#others.delete(known)
  }

  /** Reports whether the address and its block may send the unit another view in this hour. */
  hasRoom(blockHigh: number, blockLow: number, unit: number): boolean {
    const ofAddress = this.#crowds.get(blockHigh, nameOf(blockLow, unit))
    const ofBlock = this.#crowds.get(blockHigh, nameOfBlock(blockLow, unit))
    if (ofAddress < crowdInHour.views && ofBlock < crowdInHour.viewsOfBlock) return true
    const ofUnit = (this.#paid.get(unit) ?? 0) + (this.#others.get(this.#hour)?.get(unit) ?? 0)
    const share = ((ofUnit + 1) * crowdInHour.percent) / 100
    const hasShare = (count: number, views: number) => count < views || count + 1 <= share
    return hasShare(ofAddress, crowdInHour.views) && hasShare(ofBlock, crowdInHour.viewsOfBlock)
  }

  /** Adds a paid view. */
  take(blockHigh: number, blockLow: number, unit: number): void {
    this.#crowds.add(blockHigh, nameOf(blockLow, unit))
    this.#crowds.add(blockHigh, nameOfBlock(blockLow, unit))
    this.#paid.set(unit, (this.#paid.get(unit) ?? 0) + 1)
    this.#changed.add(unit)
  }

  /**
   * Sets the number of views that other partitions counted. It only grows, so a late or repeated report changes
   * nothing.
   */
  setOthers(unit: number, hourStartMs: number, count: number): void {
    const hour = Math.floor(hourStartMs / hourMs)
    if (hour < this.#hour || hour > this.#hour + 1) return
    const known = this.#others.get(hour) ?? new Map<number, number>()
    known.set(unit, Math.max(count, known.get(unit) ?? 0))
    this.#others.set(hour, known)
  }

  paidOf(unit: number): number {
    return this.#paid.get(unit) ?? 0
  }

  /** Returns the units that had paid views since the last call. */
  takeChanged(): UnitHour[] {
    const hour = new Date(this.#hour * hourMs)
    const changed = [...this.#changed].sort((a, b) => a - b)
    this.#changed.clear()
    return changed.map(unit => ({ unit, hour, paid: this.#paid.get(unit) ?? 0 }))
  }

  *others(): Iterable<{ unit: number; hour: Date; count: number }> {
    for (const [hour, units] of this.#others) {
      for (const [unit, count] of units) yield { unit, hour: new Date(hour * hourMs), count }
    }
  }
}

function nameOf(blockLow: number, unit: number): number {
  return (blockLow ^ Math.imul(unit, 0x9e37_79b1)) >>> 0
}

/** Returns a name for the block without the address, distinct from names of addresses. */
function nameOfBlock(blockLow: number, unit: number): number {
  return nameOf((blockLow & 0xff00_0000) ^ 0x0085_ebca, unit)
}
