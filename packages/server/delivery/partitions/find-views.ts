import type { LogPlace } from '../event-log/open-event-log.ts'
import { fields, recordKinds } from '../event-log/record.ts'
import { reasonOf } from '../judge/verdicts.ts'
import type { RejectedReason } from '../what-counts.ts'
import { readCountingLag } from './behind.ts'
import { visitCounted } from './visit-counted.ts'

/** A report of a view in the event log, with its outcome; `reason` is null if it is billable. */
export type FoundView = {
  at: Date
  campaign: number
  issuedAt: Date
  reason: RejectedReason | null
}

/** Finds the reports of a decision's view that were counted within a time span; nothing outside the span is read. */
export async function findViews(
  place: LogPlace,
  decision: Buffer,
  span: { from: Date; until: Date }
): Promise<FoundView[]> {
  const found: FoundView[] = []
  const first = decision.readUInt32BE()
  await visitCounted(place, span, (record, code, at) => {
    if (record.uint32(fields.decision) !== first || record.kind !== recordKinds.viewable) return
    if (!record.bytes(fields.decision, decision.length).equals(decision)) return
    const issuedAt = new Date(record.moment)
    found.push({ at, campaign: record.campaign, issuedAt, reason: reasonOf(code) })
  })
  return found
}

/** Reports whether everything reported before a moment is counted. */
export async function isCountedUntil(place: LogPlace, moment: Date): Promise<boolean> {
  const { since } = await readCountingLag(place)
  return since === null || since > moment
}
