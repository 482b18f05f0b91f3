import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Config } from '../config.ts'
import { type Connection, connect } from '../db/connect.ts'
import { FolderTaken, takeDataFolder } from '../db/data-folder.ts'
import { type DatabaseAddress, readAddress } from '../db/database-address.ts'
import { startEmbedded } from '../db/embedded.ts'
import { ordinaryRole } from '../db/ordinary-role.ts'
import { StartError } from '../start-error.ts'

export type OpenDatabase = Connection & { connection: DatabaseAddress }

const waitMs = 60_000
/**
 * Advisory lock that each command shares while it uses a database that another process started. That process waits for
 * the lock before it stops the database.
 */
const guestLock = 7_230_004

/**
 * Connects as the server does. If a server runs the database of the data folder, the command uses that one and leaves
 * it running. Otherwise it takes the data folder so that no server starts meanwhile, and starts and stops the database
 * itself.
 */
export async function openDatabase(config: Config, mayCreate: boolean): Promise<OpenDatabase> {
  const { connection, stop } = await findDatabase(config, mayCreate)
  try {
    const opened = await connect(connection, 4)
    return {
      ...opened,
      connection,
      async close() {
        await opened.close()
        await stop()
      }
    }
  } catch (error) {
    await stop()
    throw error
  }
}

type Found = { connection: DatabaseAddress; stop: () => Promise<void> }

async function findDatabase(
  { databaseUrl, dataFolder }: Config,
  mayCreate: boolean
): Promise<Found> {
  if (databaseUrl !== null) {
    return { connection: readAddress(databaseUrl), stop: async () => {} }
  }
  if (!mayCreate && !existsSync(join(dataFolder, 'postgres', 'PG_VERSION'))) {
    throw new StartError(
      `There is no database in ${dataFolder}: set DATA_DIR or DATABASE_URL as for the server, or run migrate`
    )
  }
  for (
    const deadline = performance.now() + waitMs;
    performance.now() < deadline;
    await sleep(100)
  ) {
    const release = tryTake(dataFolder)
    if (release) return startOwn(dataFolder, release)
    const guest = await visit(dataFolder)
    if (guest) return guest
  }
  throw new StartError(
    `The process that uses ${dataFolder} does not run a database there that this command can use: set DATABASE_URL if it uses your own`
  )
}

async function startOwn(folder: string, release: () => void): Promise<Found> {
  try {
    const { connection, adopted, stop } = await startEmbedded(folder)
    return {
      connection,
      async stop() {
        // A database left running by a killed server is left to the next server.
        if (!adopted) {
          await guestsGone(connection)
          await stop()
        }
        release()
      }
    }
  } catch (error) {
    release()
    throw error
  }
}

/** Takes the data folder; returns null while another process uses it. */
function tryTake(folder: string): (() => void) | null {
  try {
    return takeDataFolder(folder)
  } catch (error) {
    if (error instanceof FolderTaken) return null
    throw error
  }
}

/** Connects to the database that another process runs; null while it starts or stops. */
async function visit(folder: string): Promise<Found | null> {
  try {
    // In `postmaster.pid`, the port is on line 4 and the socket folder on line 5.
    const lines = readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
    const [host, port] = [lines[4] || '127.0.0.1', Number(lines[3])]
    const connection = { host, port, user: ordinaryRole, database: 'postgres' }
    const guest = new pg.Client(connection)
    guest.on('error', () => {})
    await guest.connect()
    await guest.query('select pg_advisory_lock_shared($1)', [guestLock])
    return { connection, stop: () => guest.end() }
  } catch {
    // The database is starting, stopping or not running, so the caller looks at the folder again.
    return null
  }
}

/**
 * Waits for other commands that use the database and admits no new ones: the lock is kept until the stopped database
 * closes the connection.
 */
async function guestsGone(connection: pg.ClientConfig): Promise<void> {
  const host = new pg.Client(connection)
  host.on('error', () => {})
  await host.connect()
  await host.query('select pg_advisory_lock($1)', [guestLock])
}
