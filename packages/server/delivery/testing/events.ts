import type { LogPlace } from '../event-log/open-event-log.ts'
import { fields, recordKinds } from '../event-log/record.ts'
import { reasonOf, verdict } from '../judge/verdicts.ts'
import { visitCounted } from '../partitions/visit-counted.ts'
import { formatUuid } from '../visitors/token.ts'

/** An event that was reported and counted, whether paid for or not. */
export type CountedRecord = {
  kind: 'rendered' | 'viewable' | 'clicked'
  /** The decision's id, a UUID. */
  decision: string
  unit: number
  campaign: number
  at: Date
  isBillable: boolean
}

const kinds = new Map<number, CountedRecord['kind']>([
  [recordKinds.rendered, 'rendered'],
  [recordKinds.viewable, 'viewable'],
  [recordKinds.clicked, 'clicked']
])
const always = { from: new Date(0), until: new Date('2100-01-01T00:00:00Z') }

/** Returns all counted events that the log has. */
export async function readEvents(place: LogPlace): Promise<CountedRecord[]> {
  const found: CountedRecord[] = []
  await visitCounted(place, always, (record, code, at) => {
    const kind = kinds.get(record.kind)
    const reason = reasonOf(code)
    if (!kind || (reason !== null && reason !== 'seen_today')) return
    const decision = formatUuid(record.bytes(fields.decision, 16))
    const { unit, campaign } = record
    found.push({ kind, decision, unit, campaign, at, isBillable: code === verdict.billable })
  })
  return found
}
