import { connect } from '@mille/server/db/connect.ts'
import { startEmbedded } from '@mille/server/db/embedded.ts'
import { migrate } from '@mille/server/db/migrate.ts'
import { newDataFolder } from './data-folder.ts'
import { fillFromTemplate } from './data-template.ts'

/**
 * A new folder for a PostgreSQL of its own, which a test may kill. In `npm test` it has every migration already;
 * otherwise it is empty, and the test that starts the database makes and migrates it.
 */
export async function newDatabaseFolder(name: string): Promise<string> {
  const folder = newDataFolder(name)
  await fillDatabaseFolder(folder)
  return folder
}

/** The same for a folder that is there and empty. */
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
