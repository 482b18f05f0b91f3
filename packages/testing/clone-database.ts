import { randomBytes } from 'node:crypto'
import { type Connection, connect } from '@mille/server/db/connect.ts'
import { ordinaryRole, superuser } from '@mille/server/db/ordinary-role.ts'
import type pg from 'pg'

export type TestDatabase = Connection & { connection: pg.ClientConfig }

/** Creates a database on the given server, either with all migrations applied or empty. */
export async function cloneDatabase(
  server: { host: string; port: number },
  size = 20,
  from: 'template' | 'template0' = 'template'
): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = await connect({ ...server, user: superuser, database: 'postgres' }, 1)
  // Copies files, because writing everything to the write-ahead log takes twice as long, about 300 times per test run.
  await admin.pool.query(
    `create database ${name} owner ${ordinaryRole} template ${from} strategy file_copy`
  )
  await admin.close()
  const connection = { ...server, user: ordinaryRole, database: name }
  return { ...(await connect(connection, size, true)), connection }
}
