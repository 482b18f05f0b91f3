import type { RecordWriter, WrittenSum } from '../event-log/write-records.ts'
import type { CountedEvent, RejectedReason } from '../what-counts.ts'
import { writeEvent } from './log.ts'

type Report = Exclude<CountedEvent, { kind: 'rejected' }>

/** A record's content as an object, for tests that should not read bytes. */
export type Entry =
  | { is: 'report'; report: Report; receivedAtMs: number }
  | ({ is: 'sum'; receivedAtMs: number } & WrittenSum)
  | { is: 'unit_rule'; unit: number; isExcluded: boolean }
  | { is: 'visitor_rule'; day: string; visitor: Buffer; isExcluded: boolean }
  | { is: 'cut'; campaign: number; moment: Date }
  | { is: 'unit_hour'; unit: number; hour: Date; others: number }
  | { is: 'heartbeat' }

/** Entries of one moment. A log may store them as one batch or as several. */
export type Moment = { atMs: number; entries: Entry[] }

export function writeEntry(writer: RecordWriter, entry: Entry, atMs: number): void {
  if (entry.is === 'report') writeEvent(writer, entry.report, entry.receivedAtMs)
  else if (entry.is === 'sum') writer.sum(entry, entry.receivedAtMs)
  else if (entry.is === 'unit_rule') writer.unitRule(entry.unit, entry.isExcluded, atMs)
  else if (entry.is === 'visitor_rule')
    writer.visitorRule(new Date(entry.day), entry.visitor, entry.isExcluded, atMs)
  else if (entry.is === 'cut') writer.cut(entry.campaign, entry.moment, atMs)
  else if (entry.is === 'unit_hour') writer.unitHour(entry.unit, entry.hour, entry.others, atMs)
  else writer.heartbeat(atMs)
}

export type VerdictName = 'none' | 'rendered' | 'billable' | 'clicked' | RejectedReason
