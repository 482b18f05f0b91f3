import type { Context } from '../context.ts'
import { migrate } from '../db/migrate.ts'
import { prepareJobs } from '../jobs/prepare.ts'
import type { Answer } from './answer.ts'

/** Runs the pending migrations of the database. */
export async function migrateDatabase({ pool }: Context): Promise<Answer> {
  const names = await migrate(pool)
  await prepareJobs(pool)
  return { text: names.length === 0 ? 'The database is up to date' : `Ran ${names.join(', ')}` }
}
