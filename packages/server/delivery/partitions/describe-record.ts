import type { RecordView } from '../event-log/read-records.ts'
import { fields, isExcludedFlag, reasonsByCode, recordKinds } from '../event-log/record.ts'
import { reasonOf, verdict } from '../judge/verdicts.ts'
import { formatUuid } from '../visitors/token.ts'

const names = new Map<number, string>(
  Object.entries(recordKinds).map(([name, number]) => [number, name])
)

/** Returns the name of a verdict: `billable`, `counted`, `taken`, or the reason of a rejection. */
export function verdictName({ kind }: RecordView, code: number): string {
  const reason = reasonOf(code)
  if (reason !== null) return reason
  if (code === verdict.billable) return 'billable'
  return kind <= recordKinds.clicked ? 'counted' : 'taken'
}

export function kindName({ kind }: RecordView): string {
  return names.get(kind) ?? `kind ${kind}`
}

/** Describes a record in words, separated by spaces so that a program can split them. */
export function describeRecord(record: RecordView): string {
  const { kind, unit, campaign, banner } = record
  const moment = () => new Date(record.moment).toISOString()
  const visitor = () => record.bytes(fields.visitor, 8).toString('hex')
  const isExcluded = record.flags === isExcludedFlag ? 'excluded' : 'let in'
  if (kind <= recordKinds.clicked) {
    const decision = formatUuid(record.bytes(fields.decision, 16))
    return `${kindName(record)} unit ${unit} campaign ${campaign} banner ${banner} decision ${decision} of ${moment()} visitor ${visitor()}`
  }
  if (kind === recordKinds.sum) {
    return `sum of ${record.count32} ${reasonsByCode[record.outcome - 1]} unit ${unit} campaign ${campaign} banner ${banner} from node ${record.node}`
  }
  if (kind === recordKinds.unit_rule) return `unit ${unit} ${isExcluded}`
  if (kind === recordKinds.visitor_rule) return `visitor ${visitor()} of ${moment()} ${isExcluded}`
  if (kind === recordKinds.cut) return `campaign ${campaign} has other terms from ${moment()}`
  if (kind === recordKinds.unit_hour)
    return `unit ${unit} has ${record.count32} paid views elsewhere in the hour of ${moment()}`
  return kindName(record)
}
