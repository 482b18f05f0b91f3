import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { type Connection, connect } from '@mille/server/db/connect.ts'
import { readAddress } from '@mille/server/db/database-address.ts'
import { startEmbedded } from '@mille/server/db/embedded.ts'
import { migrate } from '@mille/server/db/migrate.ts'
import { addCampaign } from '@mille/server/delivery/testing/network.ts'
import { createNodes, type Node } from '@mille/server/delivery/testing/node.ts'
import { newDatabaseFolder } from '@mille/testing/database-folder.ts'
import { type DatabaseProcess, openDatabaseProcess } from '@mille/testing/database-process.ts'
import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'

export type Network = Served & {
  connection: Awaited<ReturnType<typeof startEmbedded>>['connection']
  database: DatabaseProcess
  /** A delivery node and nothing around it. */
  startNode: () => Promise<Node>
  stop: () => Promise<void>
}

export type Served = Connection & {
  query: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>
  /** As EVENT_LOG_URL is for its servers; null when the log is in the database. */
  eventLogUrl: string | null
  /** What its servers are started with. */
  environment: Record<string, string>
  /** The real server, in the roles that it is given. */
  startServer: (environment?: Record<string, string>) => Promise<ServerProcess>
}

/** A database of its own, and servers on it that can be killed. */
export async function startNetwork(eventLogUrl: string | null = null): Promise<Network> {
  const folder = await newDatabaseFolder('delivery')
  const embedded = await startEmbedded(folder)
  const { connection } = embedded
  const url = `postgres://${connection.user}@/${connection.database}?host=${connection.host}&port=${connection.port}`
  const served = await serveFrom(url, eventLogUrl)
  const database = openDatabaseProcess(folder, embedded)
  return {
    ...served,
    connection,
    database,
    startNode: createNodes(connection),
    async stop() {
      await served.close()
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** Prepares the database of that URL for servers that use it. */
export async function serveFrom(url: string, eventLogUrl: string | null = null): Promise<Served> {
  const { db, pool, close } = await connect(readAddress(url))
  await migrate(pool)
  const place = eventLogUrl === null ? {} : { EVENT_LOG_URL: eventLogUrl }
  const environment: Record<string, string> = {
    ...place,
    SECRET: randomBytes(32).toString('hex'),
    DATABASE_URL: url,
    ROLES: 'delivery',
    LOG_LEVEL: 'error'
  }
  return {
    db,
    pool,
    close,
    eventLogUrl,
    environment,
    query: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await pool.query<Row>(text, values)).rows,
    startServer: more => startServerProcess({ ...environment, ...more })
  }
}

/** A campaign that pays something in every window, and never runs out of money. */
export async function addRich(
  { db }: Pick<Connection, 'db'>,
  trafficType: 'cpd' | 'cpm'
): Promise<void> {
  const { id } = await addCampaign(db, {
    balance: 1_000_000_000_000n,
    dailyBudget: 100_000_000_000n,
    trafficType,
    maxCpm: trafficType === 'cpm' ? 1_000_000n : null
  })
  await db
    .insertInto('campaign_activity')
    .values({ campaign_id: id, started_at: new Date() })
    .execute()
}
