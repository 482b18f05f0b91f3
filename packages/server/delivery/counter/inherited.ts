import { chargeKey } from './charge-key.ts'
import { Charges } from './charges.ts'
import { KeyTable } from './key-table.ts'

/** What was counted before there was a log: asked beside what a counter knows itself, and never changed by it. */
export type Inherited = {
  /** What was counted of a decision, as bits. */
  reported: (high: number, low: number) => number
  charged: (high: number, low: number, atMs: number) => boolean
}

export type InheritedReport = { decision: Buffer; kinds: number }
export type InheritedCharge = { campaign: number; dayNumber: number; visitor: Buffer; atMs: number }

/**
 * Nobody can tell in which partition such a visitor is now, since addresses are not stored: all partitions of a process
 * ask the same memory.
 */
export function createInherited(
  reports: readonly InheritedReport[],
  charges: readonly InheritedCharge[]
): Inherited {
  const known = new KeyTable()
  const charged = new Charges()
  for (const { decision, kinds } of reports)
    known.set(decision.readUInt32BE(0), decision.readUInt32BE(4), kinds)
  for (const { campaign, dayNumber, visitor, atMs } of charges) {
    const high = visitor.readUInt32BE(0)
    const low = visitor.readUInt32BE(4)
    charged.set(chargeKey.high(high, campaign), chargeKey.low(low, dayNumber), atMs)
  }
  return {
    reported: (high, low) => known.get(high, low),
    charged: (high, low, atMs) => charged.has(high, low, atMs)
  }
}
