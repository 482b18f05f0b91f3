import { type LogPlace, withEventLog } from '../event-log/open-event-log.ts'
import { RecordView } from '../event-log/read-records.ts'
import { createBreather } from './breathe.ts'
import { readPartitions } from './leases.ts'
import { readCounted } from './read-counted.ts'
import { positionBefore } from './stored-verdicts.ts'

/** Called for each record with its verdict. `record` is a cursor that moves on, so the callback must not keep it. */
export type Visit = (record: RecordView, verdict: number, at: Date) => void

/**
 * Visits every record that was counted from `from` until `until`, one partition after the other. A visitor is in one
 * partition with all its decisions and neighbors: `next` is called before each partition.
 */
export async function visitCounted(
  context: LogPlace,
  { from, until }: { from: Date; until: Date },
  visit: Visit,
  next: () => void = () => {}
): Promise<void> {
  const { db } = context
  const breathe = createBreather()
  await withEventLog(context, async log => {
    for (const { partition } of await readPartitions(db)) {
      next()
      const start = await positionBefore(db, partition, from)
      if (start === null) continue
      for await (const { batch, verdicts } of readCounted({ db, log }, partition, start)) {
        if (batch.at > until) break
        if (batch.at < from) continue
        const record = new RecordView(batch.body)
        for (let index = 0; index < record.count; index++) {
          record.moveTo(index)
          visit(record, verdicts[index] ?? 0, batch.at)
        }
        await breathe()
      }
    }
  })
}
