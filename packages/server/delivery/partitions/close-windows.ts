import { setTimeout as sleep } from 'node:timers/promises'
import type { EventLog, Head } from '../event-log/event-log.ts'
import { type LogPlace, withEventLog } from '../event-log/open-event-log.ts'
import { readPartitions } from './leases.ts'

/** Maximum time until records in the log are counted, in milliseconds, unless something is wrong. */
const patienceMs = 10_000
const pollMs = 100

/**
 * Prevents reports from before a moment, and waits until everything reported before it is counted and committed.
 * Returns the moment up to which that is so: an earlier one if counting is behind, or null if it is unknown.
 */
export function closeCounting(
  context: LogPlace,
  until: Date,
  waitMs = patienceMs
): Promise<Date | null> {
  return withEventLog(context, async log => {
    const heads = await log.advance(until)
    const deadline = performance.now() + waitMs
    for (;;) {
      const counted = await countedUntil(context, log, { heads, until })
      if (counted?.getTime() === until.getTime() || performance.now() > deadline) return counted
      await sleep(pollMs)
    }
  })
}

/**
 * Returns up to when everything is counted. Batches after the heads are never before `until`. In a partition that is
 * behind, everything before its first uncounted batch is counted.
 */
async function countedUntil(
  { db }: Pick<LogPlace, 'db'>,
  log: Pick<EventLog, 'read'>,
  { heads, until }: { heads: readonly Head[]; until: Date }
): Promise<Date | null> {
  const partitions = new Map((await readPartitions(db)).map(it => [it.partition, it]))
  let earliest = until
  for (const { partition, position } of heads) {
    const counted = partitions.get(partition)
    if (!counted) return null
    if (counted.position >= position || counted.at >= until) continue
    const [first] = await log.read(partition, counted.position, { batches: 1, bytes: 1 })
    const at = first?.at ?? counted.at
    if (at < earliest) earliest = at
  }
  return earliest
}

/**
 * Returns the moment before which counting is complete and closed: everything reported before it is counted, and
 * nothing can be added. It closes nothing itself. Null if the moment is unknown.
 */
export function countedUntilNow(context: LogPlace): Promise<Date | null> {
  return withEventLog(context, async log => {
    const heads = await log.heads()
    const until = await earliestOf(context, log, heads)
    return until && countedUntil(context, log, { heads, until })
  })
}

/**
 * Returns the moment before which nothing more is counted; null if all records of a partition were old enough to be
 * dropped.
 */
export function closedUntilOf(context: Omit<LogPlace, 'db'>): Promise<Date | null> {
  return withEventLog(context, async log => earliestOf(context, log, await log.heads()))
}

async function earliestOf(
  context: Pick<LogPlace, 'config'>,
  log: Pick<EventLog, 'read'>,
  heads: readonly Head[]
): Promise<Date | null> {
  let earliest: Date | null = null
  for (const head of heads) {
    const at = await timeOf(context, log, head)
    if (at === null) return null
    if (earliest === null || at < earliest) earliest = at
  }
  return earliest
}

/**
 * Returns the time of a partition's end. On NATS, the last batch may have an earlier time than one before it; reading
 * it returns the time that it counts as.
 */
async function timeOf(
  { config }: Pick<LogPlace, 'config'>,
  log: Pick<EventLog, 'read'>,
  { partition, position, at }: Head
): Promise<Date | null> {
  if (config.eventLogUrl === null) return at
  const [last] = await log.read(partition, position - 1n, { batches: 1, bytes: 1 })
  return last?.at ?? null
}
