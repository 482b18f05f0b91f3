import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '@mille/server/db/migrate.ts'
import { prepareJobs } from '@mille/server/jobs/prepare.ts'
import { createTestContext, type TestContext } from './test-context.ts'
import { createTestDatabase } from './test-database.ts'

const folder = join(import.meta.dirname, '../server/db/migrations')

/** The database of a version that had only the migrations before that number. */
export async function createContextBefore(migration: string): Promise<TestContext> {
  const held = await createTestContext()
  const old = await createTestDatabase(20, 'template0')
  await migrate(old.pool, new Set(readdirSync(folder).filter(name => name < migration)))
  await prepareJobs(old.pool)
  return { ...held, ...old, close: () => Promise.all([held.close(), old.close()]).then(() => {}) }
}
