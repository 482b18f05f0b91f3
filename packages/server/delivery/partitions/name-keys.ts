import { dayMs } from '@mille/api/durations.ts'
import type { Database } from '../../db/connect.ts'
import { type NameKeyOf, nameKeyFrom, turnNames } from '../event-log/name-mask.ts'

/** Unmasks the names in bodies of the log, with the keys of their days. */
export type NameKeys = {
  /** Returns whether all names could be unmasked. Other names are removed from the body. */
  uncover: (body: Uint8Array) => Promise<boolean>
}

class UnknownDay extends Error {}

/**
 * Reads the existing keys, and reads them again for a day that may have got a key since. A missing key of a day before
 * the last known one is never created again: it is destroyed.
 */
export function createNameKeys(db: Database): NameKeys {
  let keys: ReadonlyMap<number, Uint8Array> | null = null
  let latest = -1

  async function read(): Promise<void> {
    const rows = await db.selectFrom('visitor_keys').select(['day', 'key']).limit(1000).execute()
    const found = rows.map(row => [Date.parse(row.day) / dayMs, nameKeyFrom(row.key)] as const)
    keys = new Map(found)
    latest = Math.max(-1, ...keys.keys())
  }

  const known: NameKeyOf = day => {
    const key = keys?.get(day)
    if (key) return key
    if (keys === null || day > latest) throw new UnknownDay()
    return null
  }
  const final: NameKeyOf = day => keys?.get(day) ?? null

  /** Unmasks the names of a body; returns whether every day has a key. */
  function turn(body: Uint8Array, keyOf: NameKeyOf): boolean {
    let isComplete = true
    turnNames(body, day => {
      const key = keyOf(day)
      isComplete &&= key !== null
      return key
    })
    return isComplete
  }

  return {
    async uncover(body) {
      try {
        return turn(body, known)
      } catch (error) {
        if (!(error instanceof UnknownDay)) throw error
        await read()
        return turn(body, final)
      }
    }
  }
}
