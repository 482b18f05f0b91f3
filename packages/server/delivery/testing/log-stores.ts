import { startNats } from '@mille/testing/nats.ts'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { sql } from 'kysely'
import { connect } from '../../db/connect.ts'
import type { EventLog } from '../event-log/event-log.ts'
import { createJetStreamLog } from '../event-log/jetstream-log.ts'
import { openEventLog } from '../event-log/open-event-log.ts'
import { createPostgresLog } from '../event-log/postgres-log.ts'
import { clearCounts } from './counting.ts'

/** A context whose event log is in one of its stores, and what a store can do to those who use it. */
export type LogStore = {
  context: TestContext
  /** An empty log whose time may begin anywhere, counters that remember nothing, and no counts. */
  clear: () => Promise<void>
  /** Nothing that is appended is answered until the function that this gives is called. */
  hold: () => Promise<() => Promise<void>>
  /** The same store while it does not answer. */
  openAway: () => Promise<EventLog>
  close: () => Promise<void>
}

/** By the name that tests are shown under. */
export const logStores: Record<string, () => Promise<LogStore>> = {
  PostgreSQL: startInDatabase,
  JetStream: startOnNats
}

async function startInDatabase(): Promise<LogStore> {
  const context = await createTestContext()
  return {
    context,
    clear: () => clearCounts(context.db),
    async hold() {
      const client = await context.pool.connect()
      await client.query('begin')
      await client.query('select from event_log_heads for update')
      return async () => {
        await client.query('commit')
        client.release()
      }
    },
    async openAway() {
      const { pool } = await connect(context.connection, 2)
      await pool.end()
      return createPostgresLog(pool)
    },
    close: context.close
  }
}

/** One server: what three of them do together is for tests of faults. */
async function startOnNats(): Promise<LogStore> {
  const nats = await startNats({ servers: 1 })
  const context = await createTestContext({ eventLogUrl: nats.url })
  const send = (signal: NodeJS.Signals) => {
    for (const pid of nats.pids()) process.kill(pid, signal)
  }
  // Its connection is shared by all users in this process, which would otherwise each open their own.
  const log = openEventLog(context)
  // The log of a database is only put there while nothing is in it.
  await log.heads()
  return {
    context,
    async clear() {
      await clearCounts(context.db)
      await log.dropBefore(new Date('2100-01-01T00:00:00Z'))
      for (const { partition, position } of await log.heads())
        await sql`
          update counter_partitions
          set position = ${position}, places_until = ${position}, at = '1970-01-01 00:00:00+00', rules = '', epoch = epoch + 1, owner = null,
            leased_until = null
          where partition = ${partition}`.execute(context.db)
    },
    async hold() {
      send('SIGSTOP')
      return async () => send('SIGCONT')
    },
    openAway: async () => createJetStreamLog('nats://127.0.0.1:1', { patienceMs: 300 }),
    async close() {
      await log.close()
      await context.close()
      await nats.dispose()
    }
  }
}
