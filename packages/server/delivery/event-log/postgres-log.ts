import type pg from 'pg'
import {
  type Batch,
  checkBodies,
  type EventLog,
  EventLogUnavailable,
  type Head,
  type NewBatch,
  patienceMs
} from './event-log.ts'
import { dropDaysBefore, ensureDays, isWithoutDay } from './postgres-days.ts'
import { queryInTime, type Statement } from './query-in-time.ts'

type Options = { partitions?: number; patienceMs?: number }

/** Number of partitions, for which the migration has created heads. */
const defaultPartitions = 16

/**
 * Creates the log as PostgreSQL tables. Each call is a single statement that commits by itself, so no lock is held
 * while a node computes or hangs.
 */
export function createPostgresLog(
  pool: pg.Pool,
  { partitions = defaultPartitions, patienceMs: patience = patienceMs }: Options = {}
): EventLog {
  /** For each partition, the last batch read; later ones are in the tables of the same day or later. */
  const lastRead = new Map<number, Pick<Batch, 'position' | 'at'>>()
  const query = <Row extends pg.QueryResultRow>(statement: Statement, values: unknown[]) =>
    queryInTime<Row>(pool, statement, values, patience)

  async function heads(): Promise<Head[]> {
    const rows = await query<Head>(readHeads, [partitions])
    if (rows.length === 0) throw elsewhere()
    return rows
  }

  async function startOf(partition: number, after: bigint): Promise<Date | string> {
    const last = lastRead.get(partition)
    if (last?.position === after) return last.at
    const [row] = await query<{ at: Date }>(lastUpTo, [partition, after])
    return row?.at ?? '-infinity'
  }

  return {
    partitions,
    async append(bodies, at) {
      checkBodies(bodies, partitions)
      if (bodies.length === 0) return []
      const values = valuesOf(bodies, at)
      const append = async () => positionsOf(bodies, await query<Moved>(appendAll, values))
      try {
        return await append()
      } catch (error) {
        if (!isWithoutDay(error)) throw error
        await ensureDays(pool, at)
        return append()
      }
    },
    async advance(moment) {
      await query(advanceAll, [partitions, moment])
      // The heads are read in a separate statement, because batches appended meanwhile are committed by then and have
      // positions.
      return heads()
    },
    async read(partition, after, { batches, bytes }) {
      const from = await startOf(partition, after)
      const rows = await query<Batch>(readAfter, [partition, after, from, batches, bytes])
      const last = rows.at(-1)
      if (last) lastRead.set(partition, { position: last.position, at: last.at })
      return rows
    },
    heads,
    // Standbys are PostgreSQL's own copies and are monitored separately.
    missing: async () => null,
    dropBefore: moment => dropDaysBefore(pool, moment),
    // The pool belongs to the caller, so it stays open.
    close: async () => {}
  }
}

/**
 * Locks the rows of the heads in order of their partitions before changing them, so that two calls never deadlock. All
 * bodies are sent as one binary value: as an array they would be text of twice the length.
 */
const appendAll: Statement = {
  name: 'append-to-event-log',
  text: `
    with new_batch as (
      select partition, step, start, size
      from unnest($1::smallint[], $2::int[], $3::int[], $4::int[]) as it (partition, step, start, size)
    ), head as materialized (
      select partition, position, greatest(at, $6) as at from event_log_heads
      where partition = any ($1) order by partition for update
    ), moved as (
      update event_log_heads
      set position = head.position + added.count, at = head.at
      from head join (select partition, count(*) as count from new_batch group by partition) as added using (partition)
      where event_log_heads.partition = head.partition
    ), added as (
      insert into event_log_batches (partition, position, at, body)
      select partition, position + step, at, substring($5::bytea from start for size)
      from new_batch join head using (partition)
    )
    select partition, position from head`
}

/**
 * Waits for running appends, as they wait for each other. Writes nothing to partitions that have already reached the
 * time.
 */
const advanceAll: Statement = {
  name: 'advance-event-log',
  text: `
    with head as materialized (
      select partition from event_log_heads where partition < $1 and at < $2 order by partition for update
    )
    update event_log_heads set at = greatest(at, $2)
    from head where event_log_heads.partition = head.partition`
}

/** Limits the rows before fetching any body: the bodies' lengths are stored separately. */
const readAfter: Statement = {
  name: 'read-event-log',
  text: `
    select position, at, body
    from (
      select position, at, body, sum(octet_length(body)) over (order by position) - octet_length(body) as before
      from (
        select position, at, body from event_log_batches
        where partition = $1 and position > $2 and at >= $3
        order by position limit $4
      ) as next
    ) as summed
    where before < $5 order by position limit $4`
}

const lastUpTo: Statement = {
  name: 'find-in-event-log',
  text: `
    select at from event_log_batches
    where partition = $1 and position <= $2 order by position desc limit 1`
}

const readHeads: Statement = {
  name: 'read-event-log-heads',
  text: 'select partition, position, at from event_log_heads where partition < $1 order by partition limit $1'
}

/** The position of each partition before the append. */
type Moved = { partition: number; position: bigint }

/** The error when the log was moved to NATS servers: this process must be restarted with their URLs. */
function elsewhere(): EventLogUnavailable {
  return new EventLogUnavailable(
    'The event log is not in this database, and EVENT_LOG_URL is not set'
  )
}

function positionsOf(bodies: readonly NewBatch[], moved: readonly Moved[]): bigint[] {
  const ends = new Map(moved.map(it => [it.partition, it.position]))
  return bodies.map(({ partition }) => {
    const end = ends.get(partition)
    if (end === undefined) throw elsewhere()
    const position = end + 1n
    ends.set(partition, position)
    return position
  })
}

function valuesOf(bodies: readonly NewBatch[], at: Date): unknown[] {
  const steps = new Map<number, number>()
  let start = 1
  const rows = bodies.map(({ partition, body }) => {
    const row = { partition, step: (steps.get(partition) ?? 0) + 1, start, size: body.length }
    steps.set(partition, row.step)
    start += body.length
    return row
  })
  return [
    rows.map(it => it.partition),
    rows.map(it => it.step),
    rows.map(it => it.start),
    rows.map(it => it.size),
    Buffer.concat(bodies.map(it => it.body)),
    at
  ]
}
