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

/** A visitor's name on a day. `isKept` says whether a paid view is recorded under this name. */
export type VisitorName = { day: string; visitor: Buffer; isKept: boolean }

/** The first six bytes of a visitor's name, for data about hundreds of thousands of visitors. */
export type NameKey = number

export function nameKey(name: Buffer): NameKey {
  return name.readUIntBE(0, 6)
}

export type Visitors = {
  /**
   * Loads or creates the keys of yesterday, today and tomorrow, and deletes the keys that no token in flight needs.
   * Returns false, and deletes none, while the event log is unavailable and it is unknown which keys are needed.
   */
  refresh: () => Promise<boolean>
  /** Returns eight bytes that identify a visitor on a day; null when the day's key is not loaded. */
  hash: (day: string, address: string, userAgent: string) => Buffer | null
  /** Returns the names of one visitor, each computed only once. */
  namesOf: (address: string, userAgent: string) => NamesOf
  /** Returns the key of a day by its number, counted from 1970; null when the key is not loaded. */
  keyOf: (day: number) => Buffer | null
}

export type NamesOf = {
  /** Returns the visitor's name on a day, like `hash`. */
  on: (day: string) => Buffer | null
  /** Returns the visitor's names today and yesterday and, shortly before midnight, also tomorrow's. */
  at: (moment: Date) => VisitorName[]
  /**
   * Returns the name of the visitor's neighborhood on a day: five bytes for the neighborhood, and three for the IPv4
   * address in it or, for IPv6, for its /32. It is hashed with an empty user agent, which no visitor has.
   */
  blockOn: (day: string) => Buffer | null
}

/** Whether two names of one day have the same browser. One in 65,536 other browsers matches by chance. */
export function hasSameBrowser(name: Buffer, other: Buffer | null): boolean {
  return other?.subarray(-browserBytes).equals(name.subarray(-browserBytes)) ?? false
}

const nameBytes = 8
/**
 * Number of bytes in a block's name for the neighborhood. The remaining bytes are for the address in it, or for its
 * provider.
 */
export const blockBytes = 5
const addressBytes = nameBytes - blockBytes
/** Bit that is set in the first byte after the neighborhood's when the address is IPv6. */
const ofProvider = 0x80
/**
 * Number of bytes at the end of a name that identify the browser: on one day they are the same for everyone with the
 * same browser.
 */
export const browserBytes = 2
/**
 * Maximum number of cached user agents, of which there are few compared with people. User agents longer than
 * `longestKnown` are not cached.
 */
const mostBrowsers = 5_000
const longestKnown = 500
/** How far the clocks of two processes may differ, in milliseconds. */
const clockToleranceMs = 10_000

/** Returns the provider's part of a block's name; null when the address is IPv4. */
export function providerOf(block: Buffer): number | null {
  return isOfProvider(block) ? block.readUIntBE(blockBytes, addressBytes) : null
}

/** Returns the IPv4 address's part of a block's name; null when the address is IPv6. */
export function addressOf(block: Buffer): number | null {
  return isOfProvider(block) ? null : block.readUIntBE(blockBytes, addressBytes)
}

function isOfProvider(block: Buffer): boolean {
  return (block.readUInt8(blockBytes) & ofProvider) !== 0
}

/**
 * Names visitors by a keyed hash. A name is six bytes of a hash of the address (for IPv6, its /64) and the user agent,
 * and two bytes of a hash of the user agent alone, which tell browsers apart whatever addresses they have. People
 * behind one address with the same browser cannot be told apart: they are one visitor.
 *
 * A day's key lives for that day and the next, so that a visitor is recognized for 24 hours across midnight. Then it is
 * deleted, and no one, the network included, can follow a visitor any further or recover the address. Reports since
 * `neededSince` are not counted yet, and their names can be uncovered only with the keys of their days, which are kept
 * until then.
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
    // Adds the IPv4 address or the IPv6 provider. An IPv4 address has fewer people behind it than a /24; with IPv6 each
    // device has a /64, and as many as it likes in a /48.
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
      // Tomorrow's key is created a day ahead, so that no ad decision waits for the database at midnight.
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
  // Days whose names are computed: at most three.
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

/** Creates the functions that compute names with the key of a day. */
function createNamer(key: Buffer) {
  const hash = createHmacSha256(key)
  const known = new Map<string, Buffer>()

  function browser(userAgent: string): Buffer {
    const found = known.get(userAgent)
    if (found) return found
    // No visitor's address is empty, so no visitor's name has this hash.
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
