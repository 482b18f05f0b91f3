import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Connection, connect } from '@mille/server/db/connect.ts'
import { startEmbedded } from '@mille/server/db/embedded.ts'
import { migrate } from '@mille/server/db/migrate.ts'
import { createNodes, type Node } from '@mille/server/delivery/testing/node.ts'
import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { type DatabaseProcess, openDatabaseProcess } from './database-process.ts'

export type Network = Connection & {
  connection: Awaited<ReturnType<typeof startEmbedded>>['connection']
  query: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>
  database: DatabaseProcess
  /** A delivery node and nothing around it. */
  startNode: () => Promise<Node>
  /** The real server, in the roles that it is given. */
  startServer: (environment?: Record<string, string>) => Promise<ServerProcess>
  stop: () => Promise<void>
}

/** A database of its own, and servers on it that can be killed. */
export async function startNetwork(): Promise<Network> {
  const folder = mkdtempSync(join(tmpdir(), 'mille-delivery-'))
  const embedded = await startEmbedded(folder)
  const { connection } = embedded
  const { db, pool, close } = await connect(connection)
  await migrate(pool)
  const database = openDatabaseProcess(folder, embedded)
  const environment = {
    SECRET: randomBytes(32).toString('hex'),
    DATABASE_URL: `postgres://${connection.user}@/${connection.database}?host=${connection.host}&port=${connection.port}`,
    ROLES: 'delivery',
    LOG_LEVEL: 'error'
  }
  return {
    connection,
    db,
    pool,
    close,
    query: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await pool.query<Row>(text, values)).rows,
    database,
    startNode: createNodes(connection),
    startServer: more => startServerProcess({ ...environment, ...more }),
    async stop() {
      await close()
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
