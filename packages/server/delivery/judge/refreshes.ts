import { decisionLifetimeMs } from '@mille/api/constants.ts'
import { paidTogether } from '../what-counts.ts'
import { graceMs } from './decisions.ts'
import { KeyTable } from './key-table.ts'

const sliceMs = paidTogether.withinMs

/**
 * Decision times of a visitor's paid views in an ad unit, in slices of 30 seconds: nearby views are in three slices,
 * and an expired slice is dropped as a whole. Report times would not do, because reports that waited for the network
 * arrive all at once.
 */
export class Refreshes {
  readonly #slices = new Map<number, KeyTable>()
  #oldest = 0

  get bytes(): number {
    return [...this.#slices.values()].reduce((sum, it) => sum + it.bytes, 0)
  }

  /** Reports whether one more view may be paid. */
  hasRoom(high: number, low: number, unit: number, issuedAtMs: number): boolean {
    const slice = sliceOf(issuedAtMs)
    let near = 0
    for (let other = slice - 1; other <= slice + 1; other++) {
      const table = this.#slices.get(other)
      if (!table) continue
      for (let nth = 0; nth < paidTogether.views; nth++) {
        const value = table.get(high, nameOf(low, unit, nth))
        if (value === 0) break
        const paidMs = other * sliceMs + value - 1
        if (Math.abs(issuedAtMs - paidMs) < paidTogether.withinMs) near++
      }
    }
    return near < paidTogether.views
  }

  add(high: number, low: number, unit: number, issuedAtMs: number): void {
    const slice = sliceOf(issuedAtMs)
    let table = this.#slices.get(slice)
    if (!table) {
      table = new KeyTable()
      this.#slices.set(slice, table)
    }
    for (let nth = 0; nth < paidTogether.views; nth++) {
      const name = nameOf(low, unit, nth)
      if (table.get(high, name) !== 0) continue
      table.set(high, name, issuedAtMs - slice * sliceMs + 1)
      return
    }
  }

  /** Drops the slices in which every decision has expired. */
  advance(atMs: number): void {
    const oldest = sliceOf(atMs - decisionLifetimeMs - graceMs) - 1
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

/** Returns a name that keeps units, and the views in one unit, apart. */
function nameOf(visitorLow: number, unit: number, nth: number): number {
  return (visitorLow ^ Math.imul(unit, 0x9e37_79b1) ^ Math.imul(nth, 0x85eb_ca6b)) >>> 0
}
