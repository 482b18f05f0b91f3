import type pg from 'pg'
import { EventLogUnavailable } from './event-log.ts'

/** Prepared once in each connection. */
export type Statement = { name: string; text: string }

/**
 * Rejects with EventLogUnavailable, whatever is wrong. A statement that is not over in time is abandoned and its
 * connection closed: its outcome is unknown, and it would take a quarter of an hour to notice that a machine is gone.
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

/** The pool is more patient. A connection that comes too late is given back without having done anything. */
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
