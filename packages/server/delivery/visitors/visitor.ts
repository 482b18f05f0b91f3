import { dayMs } from '@mille/api/durations.ts'
import type { Context } from '../../context.ts'
import { addressBlock } from '../../http/client-address.ts'
import { dayAfter, dayOf } from '../days.ts'
import { createHmacSha256 } from './hmac.ts'
import { ensureVisitorKey, forgetVisitorsBefore } from './visitor-queries.ts'

/** What a visitor is called on a day. `isKept` says whether a charge is remembered under this name. */
export type VisitorName = { day: string; visitor: Buffer; isKept: boolean }

/** The first six bytes of a name, for what is remembered of hundreds of thousands of visitors. */
export type NameKey = number

export function nameKey(name: Buffer): NameKey {
  return name.readUIntBE(0, 6)
}

export type Visitors = {
  /**
   * Fetches or makes the keys of today and tomorrow, and destroys those that no token in flight needs any more. Gives false,
   * and destroys none, while the event log is away and nobody knows which are needed.
   */
  refresh: () => Promise<boolean>
  /** Eight bytes that stand for a visitor on that day; null when the day's key is not here. */
  hash: (day: string, address: string, userAgent: string) => Buffer | null
  /** The names of one visitor, each of them computed once. */
  namesOf: (address: string, userAgent: string) => NamesOf
  /** The key of a day by its number, counted from 1970; null when it is not here. */
  keyOf: (day: number) => Buffer | null
}

export type NamesOf = {
  /** As `hash` gives it. */
  on: (day: string) => Buffer | null
  /** What the visitor is called today and was called yesterday; around midnight also the name of the day beside. */
  at: (moment: Date) => VisitorName[]
  /** What the neighborhood is called on that day: nobody calls themselves nothing, so that no visitor has this name. */
  blockOn: (day: string) => Buffer | null
}

const nameBytes = 8
/** How far the clocks of two processes may differ. */
const clockToleranceMs = 10_000

/**
 * A visitor is a keyed hash of the address block and the user agent. A day's key lives for that day and the next, so
 * that a visitor is known for 24 hours over midnight; then it is destroyed, and nobody, the network included, can follow
 * a visitor any further or find the address again. What was reported since `neededSince` is not counted yet, and has names
 * that only the keys of its days uncover: they live until it is.
 */
export function createVisitors(
  context: Pick<Context, 'db' | 'now' | 'randomBytes'>,
  { neededSince }: { neededSince: () => Promise<Date | null | 'unknown'> }
): Visitors {
  let keys: ReadonlyMap<string, ReturnType<typeof createHmacSha256>> = new Map()
  let days: ReadonlyMap<number, Buffer> = new Map()

  function nameOn(day: string, who: string): Buffer | null {
    return keys.get(day)?.(who, nameBytes) ?? null
  }

  function namesOf(address: string, userAgent: string): NamesOf {
    const block = addressBlock(address)
    const who = `${block}\n${userAgent}`
    // There are three at most.
    const days: string[] = []
    const known: (Buffer | null)[] = []
    function on(day: string): Buffer | null {
      const found = days.indexOf(day)
      if (found >= 0) return known[found] ?? null
      const name = nameOn(day, who)
      days.push(day)
      known.push(name)
      return name
    }
    return {
      on,
      blockOn: day => nameOn(day, `${block}\n`),
      at(moment) {
        const today = dayOf(moment)
        const intoDayMs = moment.getTime() % dayMs
        const names: VisitorName[] = []
        const add = (day: string, isKept: boolean) => {
          const visitor = on(day)
          if (visitor) names.push({ day, visitor, isKept })
        }
        add(dayAfter(today, -1), intoDayMs < clockToleranceMs)
        add(today, true)
        if (intoDayMs >= dayMs - clockToleranceMs) add(dayAfter(today, 1), true)
        return names
      }
    }
  }

  return {
    async refresh() {
      const today = dayOf(context.now())
      // Tomorrow's is made a day ahead: at midnight no decision waits for the database.
      const wanted = [dayAfter(today, -1), today, dayAfter(today, 1)]
      const yesterday = dayAfter(today, -1)
      const since = await neededSince()
      const isBehind = since instanceof Date && dayOf(since) < yesterday
      const found = await context.db.transaction().execute(async tx => {
        if (since !== 'unknown') await forgetVisitorsBefore(tx, isBehind ? dayOf(since) : yesterday)
        const found = new Map<string, Buffer>()
        for (const day of wanted)
          found.set(day, await ensureVisitorKey(tx, day, context.randomBytes(32)))
        return found
      })
      keys = new Map([...found].map(([day, key]) => [day, createHmacSha256(key)]))
      days = new Map([...found].map(([day, key]) => [Date.parse(day) / dayMs, key]))
      return since !== 'unknown'
    },

    hash: (day, address, userAgent) => nameOn(day, `${addressBlock(address)}\n${userAgent}`),
    namesOf,
    keyOf: day => days.get(day) ?? null
  }
}
