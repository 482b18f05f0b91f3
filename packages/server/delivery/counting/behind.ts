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
