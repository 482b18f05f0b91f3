import { rmSync } from 'node:fs'
import { connect } from '@mille/server/db/connect.ts'
import { startEmbedded } from '@mille/server/db/embedded.ts'
import { migrate } from '@mille/server/db/migrate.ts'
import { ordinaryRole, superuser } from '@mille/server/db/ordinary-role.ts'
import { prepareJobs } from '@mille/server/jobs/prepare.ts'
import type { TestProject } from 'vitest/node'
import { newDataFolder } from './data-folder.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Socket folder of the run's PostgreSQL, whose database `template` has every migration. */
    databaseHost: string
    databasePort: number
  }
}

/** Starts one PostgreSQL server for the whole run; each test file clones its template database. */
export default async function setup(project: Pick<TestProject, 'provide'>) {
  const folder = newDataFolder('test')
  const server = await startEmbedded(folder)
  const { pool, close } = await connect({ ...server.connection, user: superuser }, 1)
  // The data does not outlive the run, so nothing has to be flushed to disk.
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await pool.query(`alter system set ${setting} = off`)
  await pool.query('select pg_reload_conf()')
  // Lets tests act with all privileges, and choose which of two deadlocked transactions waits.
  await pool.query(
    `grant set on parameter session_replication_role, deadlock_timeout to ${ordinaryRole}`
  )
  await pool.query(`create database template owner ${ordinaryRole}`)
  await close()
  const template = await connect({ ...server.connection, database: 'template' }, 2)
  await migrate(template.pool)
  await prepareJobs(template.pool)
  await template.close()
  project.provide('databaseHost', String(server.connection.host))
  project.provide('databasePort', Number(server.connection.port))
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
