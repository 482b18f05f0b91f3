import { startNats } from '@mille/testing/nats.ts'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { sql } from 'kysely'
import { connect } from '../../db/connect.ts'
import type { EventLog } from '../event-log/event-log.ts'
import { createJetStreamLog } from '../event-log/jetstream-log.ts'
import { openEventLog } from '../event-log/open-event-log.ts'
import { createPostgresLog } from '../event-log/postgres-log.ts'
import { clearCounts } from './counting.ts'

/** A test context whose event log is in one of the stores, with ways to make the store misbehave. */
export type LogStore = {
  context: TestContext
  /** Empties the log, so that its time may begin anywhere, and deletes all counters and sums. */
  clear: () => Promise<void>
  /** Holds back the replies to all appends until the returned function is called. */
  hold: () => Promise<() => Promise<void>>
  /** Opens the same store as if it did not answer. */
  openAway: () => Promise<EventLog>
  close: () => Promise<void>
}

/** The stores, by the name that tests show. */
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

/** Starts a single server; clusters of three are covered by the fault tests. */
async function startOnNats(): Promise<LogStore> {
  const nats = await startNats({ servers: 1 })
  const context = await createTestContext({ eventLogUrl: nats.url })
  const send = (signal: NodeJS.Signals) => {
    for (const pid of nats.pids()) process.kill(pid, signal)
  }
  // Opens the log, so that its users in this process share its connection instead of each opening their own.
  const log = openEventLog(context)
  // A database's log moves to the new store only while it is empty.
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
