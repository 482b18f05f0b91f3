import type pg from 'pg'

/** Thrown if EVENT_LOG_URL leads to another database's log, or to one that has lost data. */
export class WrongEventLog extends Error {
  override name = 'WrongEventLog'
}

/** What the streams of a database's log must have. */
export type Claimed = {
  /** ID that each stream carries. */
  id: string
  /** Nothing is appended to the streams before this moment. */
  since: Date
  /** Whether all streams have been created before. */
  areMade: boolean
  /** Position up to which each partition is counted. */
  counted: ReadonlyMap<number, bigint>
}

export type StreamsClaim = {
  /** Begins the claim; throws WrongEventLog if the log is in the database. */
  begin: () => Promise<Claimed>
  /** Records that all streams have been created. */
  end: () => Promise<void>
}

const inDatabase =
  'names NATS servers, and what was reported until now is in the database. Take it out, or stop every process and move the log: mille settle without EVENT_LOG_URL counts what is left, and a minute later mille begin-event-log with it begins an empty log there'

/**
 * Moves a database's log to NATS streams, permanently. This closes the empty log in the database: a process without
 * EVENT_LOG_URL finds no partitions there, and acknowledges nothing that would never be counted.
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
    // The lock stops other processes from appending; another process that claims waits here and finds what this one
    // did.
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
    // Closing the connection ends its transaction.
    client.release(true)
    throw error
  }
}

/** Must be called in a transaction: from its commit on, the log is in NATS streams, which are created later. */
async function leaveDatabase(client: pg.PoolClient): Promise<void> {
  await client.query(
    `insert into event_log_streams (since)
     select greatest((select max(at) from event_log_heads), (select max(at) from counter_partitions))
     on conflict (one) do nothing`
  )
  await client.query('delete from event_log_heads')
}
