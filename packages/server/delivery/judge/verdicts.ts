import { reasonsByCode, recordBytes } from '../event-log/record.ts'
import type { RejectedReason } from '../what-counts.ts'

/**
 * Verdicts on the records of a batch, one byte each. They are stored next to the log, so their numbers never change: 0
 * is a record that is not a report, 1 to 3 are counted, and 16 and above are the reasons in the order of the log.
 */
export type Verdicts = Uint8Array

export const verdict = { none: 0, rendered: 1, billable: 2, clicked: 3 } as const
const firstReason = 16

export function rejectedAs(reason: RejectedReason): number {
  return firstReason + reasonsByCode.indexOf(reason)
}

/** Returns the reason of a rejection; null for a counted record or an invalid verdict. */
export function reasonOf(code: number): RejectedReason | null {
  return reasonsByCode[code - firstReason] ?? null
}

/** Throws if there is not exactly one verdict for each record of a batch. */
export function checkVerdicts(
  { position, body }: { position: bigint; body: Uint8Array },
  verdicts: Verdicts
): void {
  if (verdicts.length * recordBytes !== body.length)
    throw new RangeError(`Position ${position} of the log has other verdicts`)
}
