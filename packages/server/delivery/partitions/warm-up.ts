import type { Database } from '../../db/connect.ts'
import type { EventLog } from '../event-log/event-log.ts'
import { DayPlaces } from '../judge/day-places.ts'
import { createJudge, type Judge, memoryMs } from '../judge/judge.ts'
import { verdict } from '../judge/verdicts.ts'
import { createBreather } from './breathe.ts'
import type { Lease } from './leases.ts'
import type { NameKeys } from './name-keys.ts'
import { BrokenLog, readCounted } from './read-counted.ts'
import { positionBefore } from './stored-verdicts.ts'

type Parts = {
  db: Database
  log: Pick<EventLog, 'read'>
  nameKeys: NameKeys
  settlementWindowSeconds: number
}

/**
 * Returns a judge that remembers what the previous owner's judge did, from the batches of the last day and their
 * verdicts; and the views by country and device that are counted but not written yet, however old.
 */
export async function warmUp(
  parts: Parts,
  lease: Lease
): Promise<{ judge: Judge; places: DayPlaces }> {
  const { settlementWindowSeconds } = parts
  const judge = createJudge({ settlementWindowSeconds })
  const since = new Date(lease.at.getTime() - memoryMs)
  const start = await positionBefore(parts.db, lease.partition, since)
  const breathe = createBreather()
  const places = new DayPlaces()
  if (start !== null) {
    let from = start
    if (lease.placesUntil < from) from = lease.placesUntil
    for await (const { batch, verdicts } of readCounted(parts, lease.partition, from)) {
      if (batch.position > lease.position) break
      if (batch.position > lease.placesUntil) places.add(batch, verdicts)
      if (batch.position <= start) continue
      // The judge needs visitors' names only for billable views.
      if (verdicts.includes(verdict.billable)) await parts.nameKeys.uncover(batch.body)
      judge.warm(batch, verdicts, lease.at)
      await breathe()
    }
    if (judge.position !== lease.position)
      throw new BrokenLog(
        `partition ${lease.partition} is counted up to ${lease.position}, and its verdicts up to ${judge.position}`
      )
  }
  judge.loadRules(lease.rules)
  return { judge, places }
}
