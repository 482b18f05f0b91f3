import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '@mille/server/db/connect.ts'
import { startEmbedded } from '@mille/server/db/embedded.ts'
import { migrate } from '@mille/server/db/migrate.ts'
import type { EventLog } from '@mille/server/delivery/event-log/event-log.ts'
import { createJetStreamLog } from '@mille/server/delivery/event-log/jetstream-log.ts'
import { createPostgresLog } from '@mille/server/delivery/event-log/postgres-log.ts'
import { openDatabaseProcess } from './database-process.ts'
import { type NatsOptions, startNats } from './nats.ts'

/** Event log store that a test can kill. Several processes can each open a log on it. */
export type EventStore = {
  /** Opens a log with separate connections, which close together with the store. */
  openLog: (options?: { partitions?: number; patienceMs?: number }) => Promise<EventLog>
  /** Number of servers. A cluster of three continues when one is down. */
  servers: number
  pids: () => number[]
  /** Sends SIGKILL to one server, or to all at once. */
  kill: (server?: number) => Promise<void>
  /** Starts the servers that are not running. */
  start: () => Promise<void>
  dispose: () => Promise<void>
}

/** Starts PostgreSQL as an operator runs it: every commit is flushed to disk. */
export async function startPostgresStore(
  folder = mkdtempSync(join(tmpdir(), 'mille-log-'))
): Promise<EventStore> {
  const embedded = await startEmbedded(folder)
  const first = await connect(embedded.connection, 1)
  await migrate(first.pool)
  await first.close()
  const database = openDatabaseProcess(folder, embedded)
  const open: (() => Promise<void>)[] = []
  return {
    servers: 1,
    async openLog(options) {
      const { pool, close } = await connect(embedded.connection, 4)
      open.push(close)
      return createPostgresLog(pool, options)
    },
    pids: database.pids,
    kill: () => database.kill(),
    start: () => database.start(),
    async dispose() {
      for (const close of open) await close()
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** Starts a cluster of three NATS servers, as operators run them. */
export async function startJetStreamStore(options?: NatsOptions): Promise<EventStore> {
  const cluster = await startNats(options)
  const open: EventLog[] = []
  return {
    servers: cluster.servers,
    async openLog(options) {
      const log = createJetStreamLog(cluster.url, options)
      open.push(log)
      return log
    },
    pids: cluster.pids,
    kill: cluster.kill,
    start: cluster.start,
    async dispose() {
      for (const log of open) await log.close()
      await cluster.dispose()
    }
  }
}
