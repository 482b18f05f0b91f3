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
// Amounts and counts are bigint in JavaScript; IDs are int4 and remain numbers.
types.setTypeParser(pg.types.builtins.INT8, BigInt)
// PostgreSQL's sum of bigints is numeric, and all numeric values in this schema are whole numbers.
types.setTypeParser(pg.types.builtins.NUMERIC, BigInt)
// A date is read as text, because it is a day and not a moment in the server's time zone.
types.setTypeParser(pg.types.builtins.DATE, text => text)

/**
 * Connects to the database. With `isStrict`, for tests and development, requesting a second connection inside a
 * transaction fails.
 */
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
  // `db.destroy()` would leave the pool open if no query was made through `db`.
  return { pool, db, close: () => pool.end() }
}

function connectionProblem(error: unknown): string {
  if (error instanceof AggregateError)
    return error.errors.map(it => (it as Error).message).join(', ')
  return (error as Error).message
}
