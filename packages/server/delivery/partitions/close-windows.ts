import { setTimeout as sleep } from 'node:timers/promises'
import type { EventLog, Head } from '../event-log/event-log.ts'
import { type LogPlace, withEventLog } from '../event-log/open-event-log.ts'
import { readPartitions } from './leases.ts'

/** How long it takes at most that what is in the log is counted, unless something is wrong. */
const patienceMs = 10_000
const pollMs = 100

/**
 * Prevents reports from before that moment, and waits until all that was reported until then is counted and committed.
 * Returns the moment up to which that is so: an earlier one when counting is behind, or null while it is unknown.
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
 * Nothing is before that moment that comes after the heads. Where a partition is behind, everything is counted that is
 * before the first batch which is not.
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
 * The moment before which counting is complete and closed: everything that was reported before it is counted, and
 * nothing more can be. Closes nothing itself. Null while it is unknown.
 */
export function countedUntilNow(context: LogPlace): Promise<Date | null> {
  return withEventLog(context, async log => {
    const heads = await log.heads()
    const until = await earliestOf(context, log, heads)
    return until && countedUntil(context, log, { heads, until })
  })
}

/** Nothing more is counted before that moment; null if every record of a partition was so old that it is gone. */
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
 * On NATS the last batch may have an earlier moment than one before it. Reading it returns the moment that it counts
 * as.
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
