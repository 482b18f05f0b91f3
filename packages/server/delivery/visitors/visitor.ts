import { dayMs } from '@mille/api/durations.ts'
import type { Context } from '../../context.ts'
import {
  addressBlock,
  connectionAddress,
  providerBlock
} from '../../http/callers/client-address.ts'
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
   * Fetches or makes the keys of today and tomorrow, and destroys those that no token in flight needs any longer.
   * Returns false, and destroys none, while the event log is away and it is unknown which are needed.
   */
  refresh: () => Promise<boolean>
  /** Eight bytes that identify a visitor on that day; null when the day's key is not here. */
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
  /**
   * The name of the neighborhood on that day, in five bytes, and in three more the IPv4 address in it or, for IPv6, the
   * /32 that it is in. It is the name of an empty user agent, which no visitor has.
   */
  blockOn: (day: string) => Buffer | null
}

/** Whether two names of one day have the same browser. By chance, one in 65,536 others has. */
export function hasSameBrowser(name: Buffer, other: Buffer | null): boolean {
  return other?.subarray(-browserBytes).equals(name.subarray(-browserBytes)) ?? false
}

const nameBytes = 8
/** Of the name of a block: those of the neighborhood, and those of the address in it or of its provider. */
export const blockBytes = 5
const addressBytes = nameBytes - blockBytes
/** Set in the first byte after the neighborhood's where it is of IPv6. */
const ofProvider = 0x80
/** The last bytes of a name. All who have the same browser have the same, on that day. */
export const browserBytes = 2
/** There are few user agents in comparison with the people who have them. Longer ones than that are not remembered. */
const mostBrowsers = 5_000
const longestKnown = 500
/** How far the clocks of two processes may differ. */
const clockToleranceMs = 10_000

/** What the provider is called in the name of a block; null where the address is IPv4. */
export function providerOf(block: Buffer): number | null {
  return isOfProvider(block) ? block.readUIntBE(blockBytes, addressBytes) : null
}

/** What the IPv4 address is called in the name of a block; null where it is IPv6. */
export function addressOf(block: Buffer): number | null {
  return isOfProvider(block) ? null : block.readUIntBE(blockBytes, addressBytes)
}

function isOfProvider(block: Buffer): boolean {
  return (block.readUInt8(blockBytes) & ofProvider) !== 0
}

/**
 * A visitor is a keyed hash of the address (of IPv6 the /64) and the user agent: six bytes of it, and two of a keyed
 * hash of the user agent alone, by which browsers can be told apart whatever addresses they have. People behind one
 * address who have the same browser cannot be told apart: they are one visitor. A day's key lives for that day and the
 * next, so that a visitor is known for 24 hours over midnight; then it is destroyed, and no one, the network included,
 * can follow a visitor any further or find the address again. What was reported since `neededSince` is not counted yet,
 * and has names that only the keys of its days uncover: the keys live until it is counted.
 */
export function createVisitors(
  context: Pick<Context, 'db' | 'now' | 'randomBytes'>,
  { neededSince }: { neededSince: () => Promise<Date | null | 'unknown'> }
): Visitors {
  let keys: ReadonlyMap<string, Namer> = new Map()
  let days: ReadonlyMap<number, Buffer> = new Map()

  function nameOn(day: string, address: string, userAgent: string): Buffer | null {
    return keys.get(day)?.visitor(connectionAddress(address), userAgent) ?? null
  }

  function hashOn(day: string, who: string): Buffer | null {
    return keys.get(day)?.hash(who, nameBytes) ?? null
  }

  function blockOn(day: string, address: string): Buffer | null {
    const block = hashOn(day, `${addressBlock(address)}\n`)
    if (block === null) return null
    // People behind one address are fewer than those of a /24; of IPv6 each device has a /64, and as many as it likes in a /48.
    const provider = providerBlock(address)
    hashOn(day, `${provider ?? connectionAddress(address)}\n`)?.copy(
      block,
      blockBytes,
      0,
      addressBytes
    )
    const kind = block.readUInt8(blockBytes)
    block.writeUInt8(provider === null ? kind & ~ofProvider : kind | ofProvider, blockBytes)
    return block
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
      keys = new Map([...found].map(([day, key]) => [day, createNamer(key)]))
      days = new Map([...found].map(([day, key]) => [Date.parse(day) / dayMs, key]))
      return since !== 'unknown'
    },

    hash: nameOn,
    namesOf: (address, userAgent) =>
      namesBy(
        day => nameOn(day, address, userAgent),
        day => blockOn(day, address)
      ),
    keyOf: day => days.get(day) ?? null
  }
}

function namesBy(
  nameOn: (day: string) => Buffer | null,
  blockOn: (day: string) => Buffer | null
): NamesOf {
  // There are three at most.
  const days: string[] = []
  const known: (Buffer | null)[] = []
  function on(day: string): Buffer | null {
    const found = days.indexOf(day)
    if (found >= 0) return known[found] ?? null
    const name = nameOn(day)
    days.push(day)
    known.push(name)
    return name
  }
  return {
    on,
    blockOn,
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

type Namer = ReturnType<typeof createNamer>

/** Names under the key of a day. */
function createNamer(key: Buffer) {
  const hash = createHmacSha256(key)
  const known = new Map<string, Buffer>()

  function browser(userAgent: string): Buffer {
    const found = known.get(userAgent)
    if (found) return found
    // No address is empty, so that no visitor is hashed like this.
    const bytes = hash(`\n${userAgent}`, browserBytes)
    if (userAgent.length > longestKnown) return bytes
    if (known.size >= mostBrowsers) known.clear()
    known.set(userAgent, bytes)
    return bytes
  }

  return {
    hash,
    visitor(address: string, userAgent: string): Buffer {
      const name = hash(`${address}\n${userAgent}`, nameBytes)
      browser(userAgent).copy(name, nameBytes - browserBytes)
      return name
    }
  }
}
