import { randomBytes } from 'node:crypto'
import { type Connection, connect } from '@mille/server/db/connect.ts'
import { ordinaryRole, superuser } from '@mille/server/db/ordinary-role.ts'
import type pg from 'pg'

export type TestDatabase = Connection & { connection: pg.ClientConfig }

/** A new database of that server, with every migration in it or with nothing at all. */
export async function cloneDatabase(
  server: { host: string; port: number },
  size = 20,
  from: 'template' | 'template0' = 'template'
): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = await connect({ ...server, user: superuser, database: 'postgres' }, 1)
  // By copying files: to write all of it to the log takes twice as long, three hundred times a run.
  await admin.pool.query(
    `create database ${name} owner ${ordinaryRole} template ${from} strategy file_copy`
  )
  await admin.close()
  const connection = { ...server, user: ordinaryRole, database: name }
  return { ...(await connect(connection, size, true)), connection }
}
