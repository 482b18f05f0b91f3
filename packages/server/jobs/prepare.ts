import { runMigrations } from 'graphile-worker'
import type pg from 'pg'

/** Creates or upgrades the job queue's own tables. */
export async function prepareJobs(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool })
}
