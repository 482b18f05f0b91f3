import type { Context } from '../../context.ts'
import { addressBlock } from '../../http/client-address.ts'
import { dayAfter, dayOf } from '../days.ts'
import { createHmacSha256 } from './hmac.ts'
import { ensureVisitorKey, forgetVisitorsBefore } from './visitor-queries.ts'

/** What a visitor is called on a day. `isKept` says whether a charge is remembered under this name. */
export type VisitorName = { day: string; visitor: Buffer; isKept: boolean }

export type Visitors = {
  /** Fetches or makes the keys of today and tomorrow, and destroys those that no token in flight needs any more. */
  refresh: () => Promise<void>
  /** Eight bytes that stand for a visitor on that day; null when the day's key is not here. */
  hash: (day: string, address: string, userAgent: string) => Buffer | null
  /** What the visitor is called today and was called yesterday; around midnight also the name of the day beside. */
  namesAt: (moment: Date, address: string, userAgent: string) => VisitorName[]
}

/** How far the clocks of two processes may differ. */
const clockToleranceMs = 10_000

/**
 * A visitor is a keyed hash of the address block and the user agent. A day's key lives for that day and the next, so
 * that a visitor is known for 24 hours over midnight; then it is destroyed, and nobody, the network included, can follow
 * a visitor any further or find the address again.
 */
export function createVisitors(context: Pick<Context, 'db' | 'now' | 'randomBytes'>): Visitors {
  let keys: ReadonlyMap<string, (message: string) => Buffer> = new Map()

  function hash(day: string, address: string, userAgent: string): Buffer | null {
    const hmac = keys.get(day)
    return hmac ? hmac(`${addressBlock(address)}\n${userAgent}`).subarray(0, 8) : null
  }

  return {
    async refresh() {
      const today = dayOf(context.now())
      // Tomorrow's is made a day ahead: at midnight no decision waits for the database.
      const days = [dayAfter(today, -1), today, dayAfter(today, 1)]
      keys = await context.db.transaction().execute(async tx => {
        await forgetVisitorsBefore(tx, dayAfter(today, -1))
        const found = new Map<string, (message: string) => Buffer>()
        for (const day of days) {
          found.set(day, createHmacSha256(await ensureVisitorKey(tx, day, context.randomBytes(32))))
        }
        return found
      })
    },

    hash,

    namesAt(moment, address, userAgent) {
      const time = moment.getTime()
      const kept = [time - clockToleranceMs, time + clockToleranceMs].map(it => dayOf(new Date(it)))
      const today = dayOf(moment)
      return [...new Set([dayAfter(today, -1), today, ...kept])].flatMap(day => {
        const visitor = hash(day, address, userAgent)
        return visitor ? [{ day, visitor, isKept: kept.includes(day) }] : []
      })
    }
  }
}
