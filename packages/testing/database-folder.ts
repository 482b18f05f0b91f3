import { connect } from '@mille/server/db/connect.ts'
import { startEmbedded } from '@mille/server/db/embedded.ts'
import { migrate } from '@mille/server/db/migrate.ts'
import { newDataFolder } from './data-folder.ts'
import { fillFromTemplate } from './data-template.ts'

/**
 * Creates a folder for a separate PostgreSQL server that a test may kill. Under `npm test` the database is already
 * migrated; otherwise the folder is empty, and the test that starts the database creates and migrates it.
 */
export async function newDatabaseFolder(name: string): Promise<string> {
  const folder = newDataFolder(name)
  await fillDatabaseFolder(folder)
  return folder
}

/** Fills an existing empty folder with a migrated database. */
export function fillDatabaseFolder(folder: string): Promise<void> {
  return fillFromTemplate(folder, 'database', makeMigrated)
}

async function makeMigrated(folder: string): Promise<void> {
  const server = await startEmbedded(folder)
  const { pool, close } = await connect(server.connection, 2)
  await migrate(pool)
  await close()
  await server.stop()
}
