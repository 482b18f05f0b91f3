import { type LogPlace, openEventLog } from '../log/open-event-log.ts'
import { readPartitions } from './leases.ts'

/** When the oldest batch was appended that is not counted yet; null when all are. */
export async function readCountingLag(
  context: LogPlace
): Promise<{ since: Date | null; partitions: number }> {
  const log = openEventLog(context)
  try {
    const counted = new Map((await readPartitions(context.db)).map(it => [it.partition, it]))
    let since: Date | null = null
    let partitions = 0
    for (const { partition, position } of await log.heads()) {
      const after = counted.get(partition)?.position ?? 0n
      if (after >= position) continue
      const [first] = await log.read(partition, after, { batches: 1, bytes: 1 })
      if (!first) continue
      partitions++
      if (since === null || first.at < since) since = first.at
    }
    return { since, partitions }
  } finally {
    await log.close()
  }
}
