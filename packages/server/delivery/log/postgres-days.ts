import type pg from 'pg'
import { dayAfter, dayOf } from '../days.ts'
import { EventLogUnavailable } from './event-log.ts'

/** Held by whoever makes or drops the table of a day. */
const daysLock = 7_230_021

/** A day's first batch finds no table for it. */
export function isWithoutDay(error: unknown): boolean {
  return error instanceof EventLogUnavailable && (error.cause as pg.DatabaseError).code === '23514'
}

/**
 * Makes the table of a moment's day, and of the days that the heads have reached, since a clock that is behind appends
 * at their time. A table is made beside and then attached, so that nobody who appends or reads waits for it.
 */
export async function ensureDays(pool: pg.Pool, at: Date): Promise<void> {
  await inTransaction(pool, async client => {
    await client.query('select pg_advisory_xact_lock($1)', [daysLock])
    const { rows } = await client.query<{ day: string }>(
      `select distinct to_char(greatest(at, $1) at time zone 'UTC', 'YYYY-MM-DD') as day
       from event_log_heads order by day limit 100`,
      [at]
    )
    const made = new Set(await listDays(client))
    for (const { day } of rows) {
      if (made.has(tableOf(day))) continue
      await client.query(`create table ${tableOf(day)} (like event_log_batches including all)`)
      await client.query(
        `alter table event_log_batches attach partition ${tableOf(day)}
         for values from ('${day} 00:00+00') to ('${dayAfter(day, 1)} 00:00+00')`
      )
    }
  })
}

/**
 * Drops what was appended on days before a moment's, one at a time. To drop a table waits for everybody who reads, and
 * everybody waits behind it: a backup that reads for an hour puts the drop off, and nobody else.
 */
export async function dropDaysBefore(pool: pg.Pool, moment: Date): Promise<void> {
  const first = tableOf(dayOf(moment))
  const client = await pool.connect()
  const names = await listDays(client).finally(() => client.release())
  for (const name of names.filter(it => it < first)) {
    await inTransaction(pool, async client => {
      await client.query("set local lock_timeout = '1s'")
      await client.query('select pg_advisory_xact_lock($1)', [daysLock])
      await client.query(`drop table if exists ${name}`)
    })
  }
}

async function listDays(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
     where inhparent = 'event_log_batches'::regclass order by relname limit 10000`
  )
  return rows.map(row => row.name)
}

function tableOf(day: string): string {
  return `event_log_batches_${day.replaceAll('-', '')}`
}

async function inTransaction(
  pool: pg.Pool,
  run: (client: pg.PoolClient) => Promise<void>
): Promise<void> {
  try {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await run(client)
      await client.query('commit')
      client.release()
    } catch (error) {
      // Its transaction ends with the connection.
      client.release(true)
      throw error
    }
  } catch (error) {
    throw new EventLogUnavailable('The event log cannot be changed', { cause: error })
  }
}
