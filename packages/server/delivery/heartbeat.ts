import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { checkClock, WrongClock } from '../db/check-clock.ts'
import type { Database, Tx } from '../db/connect.ts'

/** Minutes remembered while the database is unreachable; ads continue from memory for this long. */
const rememberedMinutes = 10
const checkMs = 1000

export type Heartbeat = { start: () => Promise<void>; stop: () => Promise<void> }

/**
 * Records each minute in which this node could choose ads, once a minute. A CPD campaign is not charged for a minute in
 * which no node was up. While the database is unreachable, the minutes are kept in memory.
 */
export function createHeartbeat(
  context: Pick<Context, 'db' | 'now' | 'clockOffsetMs' | 'log'>
): Heartbeat {
  const { db, now, log } = context
  const waiting = new Set<number>()
  let last = 0
  let writing = Promise.resolve()
  let isWriting = false
  let timer: NodeJS.Timeout | undefined

  function beat(): Promise<void> {
    const minute = Math.floor(now().getTime() / 60_000)
    if (minute !== last) {
      last = minute
      waiting.add(minute)
      for (const old of waiting) if (old <= minute - rememberedMinutes) waiting.delete(old)
    }
    if (waiting.size > 0 && !isWriting) writing = write()
    return writing
  }

  async function write(): Promise<void> {
    isWriting = true
    const minutes = [...waiting]
    try {
      await checkClock(context, 'ads')
      await sql`
        insert into delivery_heartbeats (minute)
        select to_timestamp(minute * 60) from unnest(${minutes}::integer[]) as minute
        on conflict do nothing`.execute(db)
      for (const minute of minutes) waiting.delete(minute)
    } catch (error) {
      // With a wrong clock, these are not the minutes in which ads were chosen.
      if (error instanceof WrongClock) for (const minute of minutes) waiting.delete(minute)
      log.warn({ err: error }, 'a heartbeat is not written')
    }
    isWriting = false
  }

  return {
    async start() {
      await beat()
      timer = setInterval(() => void beat(), checkMs)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      await writing
    }
  }
}

/** Deletes heartbeats of days whose events are deleted too; their windows were settled long ago. */
export async function forgetHeartbeats(tx: Tx, keptFrom: string): Promise<void> {
  await tx.deleteFrom('delivery_heartbeats').where('minute', '<', new Date(keptFrom)).execute()
}

/** Returns the last minute in which a node could choose ads; null if there is none. */
export async function lastHeartbeat(db: Database): Promise<Date | null> {
  const { rows } = await sql<{ last: Date | null }>`
    select max(minute) as last from delivery_heartbeats`.execute(db)
  return rows[0]?.last ?? null
}
