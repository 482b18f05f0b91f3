import { hourMs } from '@mille/api/durations.ts'
import { crowdInHour } from '../what-counts.ts'
import { KeyTable } from './key-table.ts'

/** Paid views of a unit in an hour that this partition has counted. */
export type UnitHour = { unit: number; hour: Date; paid: number }

/**
 * Paid views of the hour of now by address and unit, by neighborhood and unit, and by unit. In the name of a block the last
 * three bytes are the address's, and the others the neighborhood's; of IPv6 only neighborhoods are known. A unit's views come in over all partitions: what
 * the others have counted is said by records, and is a little late, so that a busy unit is taken for a little less busy.
 * Only views that charge their campaigns are added, so nothing is ever taken back.
 */
export class Crowds {
  readonly #crowds = new KeyTable()
  readonly #paid = new Map<number, number>()
  /** By the hour's number: a partition that is ahead speaks of the next hour already. */
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

  /** Whether the address and its neighborhood may send the unit another view in this hour. */
  hasRoom(blockHigh: number, blockLow: number, unit: number): boolean {
    const ofAddress = this.#crowds.get(blockHigh, nameOf(blockLow, unit))
    const ofBlock = this.#crowds.get(blockHigh, nameOfBlock(blockLow, unit))
    if (ofAddress < crowdInHour.views && ofBlock < crowdInHour.viewsOfBlock) return true
    const ofUnit = (this.#paid.get(unit) ?? 0) + (this.#others.get(this.#hour)?.get(unit) ?? 0)
    const share = ((ofUnit + 1) * crowdInHour.percent) / 100
    const hasShare = (count: number, views: number) => count < views || count + 1 <= share
    return hasShare(ofAddress, crowdInHour.views) && hasShare(ofBlock, crowdInHour.viewsOfBlock)
  }

  /** Adds a view that is paid for. */
  take(blockHigh: number, blockLow: number, unit: number): void {
    this.#crowds.add(blockHigh, nameOf(blockLow, unit))
    this.#crowds.add(blockHigh, nameOfBlock(blockLow, unit))
    this.#paid.set(unit, (this.#paid.get(unit) ?? 0) + 1)
    this.#changed.add(unit)
  }

  /** What other partitions have counted so far. It only grows, so what comes late or twice changes nothing. */
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

  /** Units that have had paid views since this was last asked. */
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

/** Without the address, and apart from the names that have one. */
function nameOfBlock(blockLow: number, unit: number): number {
  return nameOf((blockLow & 0xff00_0000) ^ 0x0085_ebca, unit)
}
