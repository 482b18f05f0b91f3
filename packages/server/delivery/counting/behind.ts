import { EventLogUnavailable } from '../log/event-log.ts'
import { type LogPlace, openEventLog } from '../log/open-event-log.ts'
import { readPartitions } from './leases.ts'

/** The moment up to which the partition is counted that is most behind; null when everything is counted. */
export async function countedSince(place: LogPlace): Promise<Date | null> {
  const log = openEventLog(place)
  try {
    // First the heads: what is appended meanwhile makes nothing look as if it were behind.
    const heads = await log.heads()
    const counted = new Map((await readPartitions(place.db)).map(it => [it.partition, it]))
    let earliest: Date | null = null
    for (const { partition, position } of heads) {
      const own = counted.get(partition)
      if (own && own.position >= position) continue
      const at = own?.at ?? new Date(0)
      if (earliest === null || at < earliest) earliest = at
    }
    return earliest
  } finally {
    await log.close()
  }
}

/** The same for whoever can do without the log while it is away. */
export async function countedSinceIfKnown(place: LogPlace): Promise<Date | null | 'unknown'> {
  try {
    return await countedSince(place)
  } catch (error) {
    if (error instanceof EventLogUnavailable) return 'unknown'
    throw error
  }
}
