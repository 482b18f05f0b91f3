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
  /** Starts a delivery node and nothing around it. */
  startNode: () => Promise<Node>
  stop: () => Promise<void>
}

export type Served = Connection & {
  query: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>
  /** EVENT_LOG_URL of the network's servers; null if the log is in the database. */
  eventLogUrl: string | null
  /** Environment of the network's servers. */
  environment: Record<string, string>
  /** Starts the real server, in the roles that the environment gives. */
  startServer: (environment?: Record<string, string>) => Promise<ServerProcess>
}

/** Starts a network with its own database, whose servers can be killed. */
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

/** Prepares the database at the given URL for servers that use it. */
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

/** Adds a campaign that pays something in every window and never runs out of money. */
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
