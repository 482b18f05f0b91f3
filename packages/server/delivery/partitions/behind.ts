import { type EventLog, EventLogUnavailable } from '../event-log/event-log.ts'
import { type LogPlace, withEventLog } from '../event-log/open-event-log.ts'
import { readPartitions } from './leases.ts'

type Behind = {
  partition: number
  /** Up to where it is counted, and the moment of that. */
  position: bigint
  at: Date
}

/** The partitions that have something which is not counted yet. */
async function readBehind({ db }: Pick<LogPlace, 'db'>, log: EventLog): Promise<Behind[]> {
  // First the heads: what is appended meanwhile makes nothing look as if it were behind.
  const heads = await log.heads()
  const counted = new Map((await readPartitions(db)).map(it => [it.partition, it]))
  return heads.flatMap(({ partition, position: head }) => {
    const { position = 0n, at = new Date(0) } = counted.get(partition) ?? {}
    return position < head ? [{ partition, position, at }] : []
  })
}

/** The moment up to which the partition is counted that is most behind; null when everything is counted. */
export function countedSince(place: LogPlace): Promise<Date | null> {
  return withEventLog(place, async log =>
    earliestOf((await readBehind(place, log)).map(it => it.at))
  )
}

/** As `countedSince`, for callers that can do without the log while it is away. */
export async function countedSinceIfKnown(place: LogPlace): Promise<Date | null | 'unknown'> {
  try {
    return await countedSince(place)
  } catch (error) {
    if (error instanceof EventLogUnavailable) return 'unknown'
    throw error
  }
}

/** When the oldest batch was appended that is not counted yet, null when all are; and in how many partitions there is one. */
export function readCountingLag(
  place: LogPlace
): Promise<{ since: Date | null; partitions: number }> {
  return withEventLog(place, async log => {
    const moments: Date[] = []
    for (const { partition, position } of await readBehind(place, log)) {
      const [first] = await log.read(partition, position, { batches: 1, bytes: 1 })
      if (first) moments.push(first.at)
    }
    return { since: earliestOf(moments), partitions: moments.length }
  })
}

function earliestOf(moments: readonly Date[]): Date | null {
  return moments.length === 0 ? null : new Date(Math.min(...moments.map(Number)))
}
