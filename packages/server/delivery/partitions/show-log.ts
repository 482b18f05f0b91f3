import { setTimeout as sleep } from 'node:timers/promises'
import { type LogPlace, openEventLog } from '../event-log/open-event-log.ts'
import { RecordView } from '../event-log/read-records.ts'
import { describeRecord, kindName, verdictName } from './describe-record.ts'
import { readPartitions } from './leases.ts'
import { readCounted } from './read-counted.ts'
import { positionBefore } from './stored-verdicts.ts'
import { visitCounted } from './visit-counted.ts'

const followMs = 500

/** Counts the records of each kind and verdict, the most frequent first. */
export async function countLog(
  place: LogPlace,
  span: { from: Date; until: Date }
): Promise<{ kind: string; verdict: string; count: number }[]> {
  const counts = new Map<string, { kind: string; verdict: string; count: number }>()
  await visitCounted(place, span, (record, code) => {
    const [kind, verdict] = [kindName(record), verdictName(record, code)]
    const known = counts.get(`${kind} ${verdict}`)
    if (known) known.count++
    else counts.set(`${kind} ${verdict}`, { kind, verdict, count: 1 })
  })
  return [...counts.values()].sort((a, b) => b.count - a.count)
}

/**
 * Yields one line for each record that was counted since a moment, with its verdict: partition by partition and then,
 * if `isFollowing`, as new records are counted, until it is stopped.
 */
export async function* showLog(
  place: LogPlace,
  { from, isFollowing }: { from: Date; isFollowing: boolean }
): AsyncGenerator<string> {
  const { db } = place
  const log = openEventLog(place)
  const positions = new Map<number, bigint>()
  try {
    do {
      for (const { partition, position: counted } of await readPartitions(db)) {
        const start =
          positions.get(partition) ?? (await positionBefore(db, partition, from)) ?? counted
        positions.set(partition, start)
        for await (const { batch, verdicts } of readCounted({ db, log }, partition, start)) {
          positions.set(partition, batch.position)
          if (batch.at < from) continue
          const record = new RecordView(batch.body)
          for (let index = 0; index < record.count; index++) {
            record.moveTo(index)
            const where = `${batch.at.toISOString()} ${partition}/${batch.position}.${index}`
            yield `${where} ${describeRecord(record)}: ${verdictName(record, verdicts[index] ?? 0)}`
          }
        }
      }
      if (isFollowing) await sleep(followMs)
    } while (isFollowing)
  } finally {
    await log.close()
  }
}
