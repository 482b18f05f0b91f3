import { maxInMinute } from '../what-counts.ts'
import { KeyTable } from './key-table.ts'

export type ReportKind = keyof typeof maxInMinute

/** Bits that keep the three kinds of a visitor's reports apart. */
const kindBits = { rendered: 0x27d4_eb2f, viewable: 0x1656_67b1, clicked: 0x85eb_ca77 } as const

/** Counts how many reports of each kind a visitor has sent in the current minute. */
export class Rates {
  readonly #counts = new KeyTable()
  #minute = 0

  advance(atMs: number): void {
    const minute = Math.floor(atMs / 60_000)
    if (minute === this.#minute) return
    this.#minute = minute
    this.#counts.clear()
  }

  /** Counts a report and returns whether the visitor is within the rate that a person may have. */
  isWithin(kind: ReportKind, visitorHigh: number, visitorLow: number): boolean {
    return this.#counts.add(visitorHigh, (visitorLow ^ kindBits[kind]) >>> 0) <= maxInMinute[kind]
  }
}
