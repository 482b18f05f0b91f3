import { type EventLog, EventLogUnavailable } from '../event-log/event-log.ts'
import { type LogPlace, withEventLog } from '../event-log/open-event-log.ts'
import { readPartitions } from './leases.ts'

type Behind = {
  partition: number
  /** Position up to which the partition is counted, and its time. */
  position: bigint
  at: Date
}

/** Returns the partitions with records that are not counted yet. */
async function readBehind({ db }: Pick<LogPlace, 'db'>, log: EventLog): Promise<Behind[]> {
  // The heads are read first, so that records appended meanwhile do not make a partition look behind.
  const heads = await log.heads()
  const counted = new Map((await readPartitions(db)).map(it => [it.partition, it]))
  return heads.flatMap(({ partition, position: head }) => {
    const { position = 0n, at = new Date(0) } = counted.get(partition) ?? {}
    return position < head ? [{ partition, position, at }] : []
  })
}

/** Returns the time up to which the slowest partition is counted; null if everything is counted. */
export function countedSince(place: LogPlace): Promise<Date | null> {
  return withEventLog(place, async log =>
    earliestOf((await readBehind(place, log)).map(it => it.at))
  )
}

/** Does the same as `countedSince`, for callers that can continue while the log is unreachable. */
export async function countedSinceIfKnown(place: LogPlace): Promise<Date | null | 'unknown'> {
  try {
    return await countedSince(place)
  } catch (error) {
    if (error instanceof EventLogUnavailable) return 'unknown'
    throw error
  }
}

/**
 * Returns when the oldest uncounted batch was appended (null if there is none), and the number of partitions that have
 * one.
 */
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
