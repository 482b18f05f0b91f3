import type { Context } from '../../context.ts'
import { createClockGuard } from '../../db/clock-guard.ts'
import type { EventLog } from '../event-log/event-log.ts'
import type { Owner } from './owner.ts'
import { relayIfFree, relayRules } from './relay-rules.ts'
import { createUnitHourSharing } from './unit-hours.ts'

/** How often rules are appended to the log, and how often partitions learn which ad units are busy, in milliseconds. */
const relayMs = 1000
const shareMs = 5000

export type Rounds = {
  /**
   * Does one round of each task, and returns whether there is more to do. A task that fails is tried again later and
   * does not block the others.
   */
  take: () => Promise<{ isMore: boolean; failure: unknown }>
  /** Does all the work that there is now. */
  takeAll: () => Promise<void>
}

type Parts = Pick<Context, 'db' | 'now' | 'clockOffsetMs'> & { events: EventLog; owner: Owner }

/** Creates the tasks that a counting process repeats. */
export function createRounds(parts: Parts): Rounds {
  const { db, now, events, owner } = parts
  const unitHours = createUnitHourSharing(db)
  const checkClock = createClockGuard(parts)
  const rules = { db, now, log: events, checkClock }
  const relaySometimes = every(relayMs, () => relayIfFree(rules))
  const shareSometimes = every(shareMs, shareUnitHours)

  async function shareUnitHours(): Promise<void> {
    const at = now()
    const bodies = await unitHours.write(owner.partitions, at)
    if (bodies.length === 0) return
    await checkClock()
    await events.append(bodies, at)
    unitHours.confirm()
  }

  return {
    async take() {
      const failures: unknown[] = []
      const attempt = (work: () => Promise<void>) => work().catch(error => failures.push(error))
      let isNew = false
      await attempt(() => owner.warm())
      await attempt(relaySometimes)
      await attempt(shareSometimes)
      await attempt(async () => {
        isNew = await owner.count()
      })
      if (owner.isDue()) await attempt(() => owner.commit())
      await attempt(() => owner.giveSpare())
      return { isMore: isNew || owner.isCold, failure: failures[0] }
    },

    async takeAll() {
      await owner.renew()
      await relayRules(rules)
      while (owner.isCold) await owner.warm()
      try {
        while (await owner.count(() => owner.isFull())) await owner.commit()
      } finally {
        // Commits everything that could be counted, even when a partition cannot be read.
        await owner.commit(true)
      }
      await shareUnitHours()
    }
  }
}

function every(ms: number, work: () => Promise<void>): () => Promise<void> {
  let at = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - at < ms) return
    at = performance.now()
    await work()
  }
}
