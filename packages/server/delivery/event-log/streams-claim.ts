import type pg from 'pg'

/** The log that EVENT_LOG_URL leads to is not the one of this database, or has lost what it had. */
export class WrongEventLog extends Error {
  override name = 'WrongEventLog'
}

/** What the streams of a database's log have to be. */
export type Claimed = {
  /** Each of them carries it. */
  id: string
  /** Nothing is appended to them before that moment. */
  since: Date
  /** All of them have been there before. */
  areMade: boolean
  /** As far as each partition is counted. */
  counted: ReadonlyMap<number, bigint>
}

export type StreamsClaim = {
  /** Throws WrongEventLog when the log is in the database. */
  begin: () => Promise<Claimed>
  /** All streams are there. */
  end: () => Promise<void>
}

const inDatabase =
  'names NATS servers, and what was reported until now is in the database. Take it out, or stop every process and move the log: mille settle without EVENT_LOG_URL counts what is left, and a minute later mille begin-event-log with it begins an empty log there'

/**
 * Puts the log of a database into streams, for good. An empty log in the database is thereby closed: a process that has
 * no EVENT_LOG_URL finds no partitions there, and acknowledges nothing that would never be counted.
 */
export function createStreamsClaim(pool: pg.Pool): StreamsClaim {
  return {
    async begin() {
      const claimed = (await readClaim(pool)) ?? (await claim(pool))
      const { rows } = await pool.query<{ partition: number; position: bigint }>(
        'select partition, position from counter_partitions order by partition limit 256'
      )
      return { ...claimed, counted: new Map(rows.map(it => [it.partition, it.position])) }
    },
    async end() {
      await pool.query('update event_log_streams set are_made = true where not are_made')
    }
  }
}

type Row = Omit<Claimed, 'counted'>

export async function readClaim(pool: pg.Pool | pg.PoolClient): Promise<Row | null> {
  const { rows } = await pool.query<Row>(
    'select id, since, are_made as "areMade" from event_log_streams limit 1'
  )
  return rows[0] ?? null
}

async function claim(pool: pg.Pool): Promise<Row> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // The lock keeps others from appending; another process that claims waits here, and finds what this one has done.
    const { rows } = await client.query<{ position: bigint }>(
      'select position from event_log_heads order by partition limit 256 for update'
    )
    if (rows.some(it => it.position > 0n)) throw new WrongEventLog(inDatabase)
    await leaveDatabase(client)
    const claimed = await readClaim(client)
    await client.query('commit')
    client.release()
    if (!claimed) throw new Error('The streams of the event log are not claimed')
    return claimed
  } catch (error) {
    // Its transaction ends with the connection.
    client.release(true)
    throw error
  }
}

/** Inside a transaction: the log is on NATS from its commit on, in streams that are to be made. */
async function leaveDatabase(client: pg.PoolClient): Promise<void> {
  await client.query(
    `insert into event_log_streams (since)
     select greatest((select max(at) from event_log_heads), (select max(at) from counter_partitions))
     on conflict (one) do nothing`
  )
  await client.query('delete from event_log_heads')
}
