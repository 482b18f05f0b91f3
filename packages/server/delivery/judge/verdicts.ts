import { reasonsByCode, recordBytes } from '../event-log/record.ts'
import type { RejectedReason } from '../what-counts.ts'

/**
 * What became of each record of a batch, a byte for each. They are written beside the log, so the numbers never change:
 * 0 is a record that is not a report, 1 to 3 are counted, and 16 and above are the reasons in the order of the log.
 */
export type Verdicts = Uint8Array

export const verdict = { none: 0, rendered: 1, billable: 2, clicked: 3 } as const
const firstReason = 16

export function rejectedAs(reason: RejectedReason): number {
  return firstReason + reasonsByCode.indexOf(reason)
}

/** Null for what is counted, and for bytes that are not a verdict. */
export function reasonOf(code: number): RejectedReason | null {
  return reasonsByCode[code - firstReason] ?? null
}

/** Throws for verdicts that are not of as many records as the batch has. */
export function checkVerdicts(
  { position, body }: { position: bigint; body: Uint8Array },
  verdicts: Verdicts
): void {
  if (verdicts.length * recordBytes !== body.length)
    throw new RangeError(`Position ${position} of the log has other verdicts`)
}
