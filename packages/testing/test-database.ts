import { randomBytes } from 'node:crypto'
import { type Connection, connect } from '@mille/server/db/connect.ts'
import type pg from 'pg'
import { inject } from 'vitest'

export type TestDatabase = Connection & { connection: pg.ClientConfig }

/** A database of the test's own with every migration in it, or with nothing at all. Close it in afterAll. */
export async function createTestDatabase(
  size = 20,
  from: 'template' | 'template0' = 'template'
): Promise<TestDatabase> {
  const server = { host: inject('databaseHost'), port: inject('databasePort'), user: 'postgres' }
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = await connect({ ...server, database: 'postgres' }, 1)
  // By copying files: to write all of it to the log takes twice as long, three hundred times a run.
  await admin.pool.query(`create database ${name} template ${from} strategy file_copy`)
  await admin.close()
  const connection = { ...server, database: name }
  return { ...(await connect(connection, size, true)), connection }
}
