import type { Context } from '../../context.ts'
import { createClockGuard } from '../../db/clock-guard.ts'
import type { EventLog } from '../event-log/event-log.ts'
import type { Owner } from './owner.ts'
import { relayIfFree, relayRules } from './relay-rules.ts'
import { createUnitHourSharing } from './unit-hours.ts'

/** How often rules are brought into the log, and partitions learn how busy units are. */
const relayMs = 1000
const shareMs = 5000

export type Rounds = {
  /**
   * Does a part of everything, and says whether there is more. What fails is tried again, and keeps nothing else from being
   * done.
   */
  take: () => Promise<{ isMore: boolean; failure: unknown }>
  /** Does everything that there is to do now. */
  takeAll: () => Promise<void>
}

type Parts = Pick<Context, 'db' | 'now' | 'clockOffsetMs'> & { events: EventLog; owner: Owner }

/** What a process that counts does again and again. */
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
        // What could be counted is, also when a partition cannot be read.
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
