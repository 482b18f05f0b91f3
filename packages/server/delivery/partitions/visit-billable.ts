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

/** Called for each billable view. The record is moved on, and is not to be kept. */
export type VisitBillable = (record: RecordView, atMs: number, countedInMs: number) => void

export type BillableSpan = {
  from: Date
  until: Date
  settlementWindowSeconds: number
  /**
   * Terms changed within the span: what counts for the time before and what for the time after is in the log's own rules,
   * for which a day before the span is read too. Without it a view's moment says where it was counted.
   */
  hasCuts: boolean
}

/**
 * Shows every view that was counted as billable from `from` until before `until`, with the moment by which it was counted and
 * one of the counter's bucket that it was counted in.
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

/** The first moment from which the log still has what was counted, and the rules it was counted by. */
export async function billableSince({ db }: Pick<LogPlace, 'db'>): Promise<Date> {
  return new Date((await rebuildableFrom(db)) ?? 0)
}
