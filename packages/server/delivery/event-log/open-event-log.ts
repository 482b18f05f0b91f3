import type pg from 'pg'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/connect.ts'
import type { EventLog } from './event-log.ts'
import { createJetStreamLog } from './jetstream-log.ts'
import { createPostgresLog } from './postgres-log.ts'
import { createStreamsClaim } from './streams-claim.ts'

/** What is needed to reach the log and its database. */
export type LogPlace = { db: Database; pool: pg.Pool; config: Pick<Config, 'eventLogUrl'> }

/** Opens the log that the operator configured, even while its store is unreachable. The caller must close it. */
export function openEventLog({ config, pool }: Omit<LogPlace, 'db'>): EventLog {
  return config.eventLogUrl === null ? createPostgresLog(pool) : share(config.eventLogUrl, pool)
}

/** Opens the log for one operation and closes it afterwards. */
export async function withEventLog<Result>(
  place: Omit<LogPlace, 'db'>,
  run: (log: EventLog) => Promise<Result>
): Promise<Result> {
  const log = openEventLog(place)
  try {
    return await run(log)
  } finally {
    await log.close()
  }
}

/** Shared NATS logs, by URL. A process connects once: short tasks use the connection of those that run all the time. */
const shared = new Map<string, { log: EventLog; users: number }>()

function share(url: string, pool: pg.Pool): EventLog {
  const claim = createStreamsClaim(pool)
  const own = shared.get(url) ?? { log: createJetStreamLog(url, { claim }), users: 0 }
  shared.set(url, own)
  own.users++
  let isOpen = true
  return {
    ...own.log,
    async close() {
      if (!isOpen) return
      isOpen = false
      own.users--
      if (own.users > 0) return
      shared.delete(url)
      await own.log.close()
    }
  }
}
