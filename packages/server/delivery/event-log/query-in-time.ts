import type pg from 'pg'
import { EventLogUnavailable } from './event-log.ts'

/** A statement that is prepared once per connection. */
export type Statement = { name: string; text: string }

/**
 * Runs a statement and rejects with EventLogUnavailable for any failure. One that is not done in time is abandoned and
 * its connection closed: its outcome is unknown, and it could take a quarter of an hour to notice that a machine is
 * gone.
 */
export async function queryInTime<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  statement: Statement,
  values: unknown[],
  patienceMs: number
): Promise<Row[]> {
  const deadline = performance.now() + patienceMs
  try {
    const client = await connectInTime(pool, patienceMs)
    try {
      const timeout = Math.max(1, Math.ceil(deadline - performance.now()))
      const query = { ...statement, values, query_timeout: timeout }
      const { rows } = await client.query<Row>(query)
      client.release()
      return rows
    } catch (error) {
      client.release(true)
      throw error
    }
  } catch (error) {
    throw new EventLogUnavailable('The event log cannot be reached', { cause: error })
  }
}

/** Takes a connection from the pool, which would wait longer. A connection that comes too late is returned unused. */
async function connectInTime(pool: pg.Pool, patienceMs: number): Promise<pg.PoolClient> {
  const connecting = pool.connect()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no connection in time')), patienceMs)
  })
  try {
    return await Promise.race([connecting, late])
  } catch (error) {
    connecting.then(
      client => client.release(),
      () => {}
    )
    throw error
  } finally {
    clearTimeout(timer)
  }
}
