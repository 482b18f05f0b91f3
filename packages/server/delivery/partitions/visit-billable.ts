import { dayMs } from '@mille/api/durations.ts'
import { type LogPlace, withEventLog } from '../event-log/open-event-log.ts'
import { RecordView } from '../event-log/read-records.ts'
import { recordKinds } from '../event-log/record.ts'
import { Rules } from '../judge/rules.ts'
import { verdict } from '../judge/verdicts.ts'
import { bucketOf } from '../what-counts.ts'
import { createBreather } from './breathe.ts'
import { readPartitions } from './leases.ts'
import { readCounted } from './read-counted.ts'
import { rebuildableFrom } from './rebuild-counters.ts'
import { positionBefore } from './stored-verdicts.ts'

/** Called for each billable view. `record` is a cursor that moves on, so the callback must not keep it. */
export type VisitBillable = (record: RecordView, atMs: number, countedInMs: number) => void

export type BillableSpan = {
  from: Date
  until: Date
  settlementWindowSeconds: number
  /**
   * Whether terms changed within the span. If so, the log's own rules, read from one day before the span, say which
   * views count for the time before the change and which for the time after. Otherwise a view's moment says where it
   * was counted.
   */
  hasCuts: boolean
}

/**
 * Visits every view that was counted as billable from `from` until before `until`, with the moment at which it was
 * counted and a moment within the counter's bucket that it was counted in.
 */
export async function visitBillable(
  place: LogPlace,
  { from, until, settlementWindowSeconds, hasCuts }: BillableSpan,
  visit: VisitBillable
): Promise<void> {
  const { db } = place
  const breathe = createBreather()
  const since = hasCuts ? new Date(from.getTime() - dayMs) : from
  await withEventLog(place, async log => {
    for (const { partition } of await readPartitions(db)) {
      const start = await positionBefore(db, partition, since)
      if (start === null) continue
      const rules = new Rules()
      let [atMs, bucketMs] = [0, 0]
      const countedIn = (campaign: number) =>
        hasCuts ? rules.bucketFor(campaign, bucketMs, atMs) : atMs
      for await (const { batch, verdicts } of readCounted({ db, log }, partition, start)) {
        if (batch.at >= until) break
        atMs = Math.max(atMs, batch.at.getTime())
        const bucket = hasCuts ? bucketOf(new Date(atMs), settlementWindowSeconds).getTime() : 0
        if (bucket !== bucketMs) rules.advance(bucket, atMs)
        bucketMs = bucket
        const isInSpan = batch.at >= from
        const record = new RecordView(batch.body)
        for (let index = 0; index < record.count; index++) {
          record.moveTo(index)
          if (record.kind > recordKinds.sum) rules.apply(record)
          else if (isInSpan && isBillable(record, verdicts[index]))
            visit(record, atMs, countedIn(record.campaign))
        }
        await breathe()
      }
    }
  })
}

function isBillable({ kind }: RecordView, code: number | undefined): boolean {
  return kind === recordKinds.viewable && code === verdict.billable
}

/** Returns the first moment from which the log still has the counted views and the rules that they were counted by. */
export async function billableSince({ db }: Pick<LogPlace, 'db'>): Promise<Date> {
  return new Date((await rebuildableFrom(db)) ?? 0)
}
