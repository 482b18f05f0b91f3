import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { createPool } from './clients.ts'
import type { DatabaseAddress } from './database-address.ts'
import { forbidSecondConnections } from './one-connection.ts'
import type { DB } from './schema.generated.ts'

export type Database = Kysely<DB>
export type Tx = Transaction<DB>
export type Connection = { pool: pg.Pool; db: Database; close: () => Promise<void> }

const types = new pg.TypeOverrides()
// Amounts and counts are bigint; ids are int4 and stay numbers.
types.setTypeParser(pg.types.builtins.INT8, BigInt)
// A sum of bigints is numeric in PostgreSQL; every numeric of ours is a whole number.
types.setTypeParser(pg.types.builtins.NUMERIC, BigInt)
// A date is a day, not a moment in the server's zone.
types.setTypeParser(pg.types.builtins.DATE, text => text)

/** With `isStrict`, asking for a second connection inside a transaction fails: for tests and development. */
export async function connect(
  address: DatabaseAddress,
  size = 20,
  isStrict = false
): Promise<Connection> {
  const pool = createPool(address, {
    types,
    max: size,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000
  })
  try {
    const client = await pool.connect()
    client.release()
  } catch (error) {
    await pool.end()
    throw new StartError(`The database cannot be reached: ${connectionProblem(error)}`)
  }
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  if (isStrict) forbidSecondConnections(db, pool)
  // Not db.destroy(): that leaves the pool open when no query was made through it.
  return { pool, db, close: () => pool.end() }
}

function connectionProblem(error: unknown): string {
  if (error instanceof AggregateError)
    return error.errors.map(it => (it as Error).message).join(', ')
  return (error as Error).message
}
