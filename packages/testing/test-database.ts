import { inject } from 'vitest'
import { cloneDatabase, type TestDatabase } from './clone-database.ts'

export type { TestDatabase }

/** Creates a separate test database, either fully migrated or empty. Close it in afterAll. */
export function createTestDatabase(
  size = 20,
  from: 'template' | 'template0' = 'template'
): Promise<TestDatabase> {
  const server = { host: inject('databaseHost'), port: inject('databasePort') }
  return cloneDatabase(server, size, from)
}
