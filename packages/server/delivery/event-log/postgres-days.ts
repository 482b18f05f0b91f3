import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Tx } from '../../db/connect.ts'
import { dayAfter, dayOf } from '../days.ts'
import { EventLogUnavailable } from './event-log.ts'

type Query = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>

/** Advisory lock held while a day's table is created or dropped. */
const daysLock = 7_230_021

/** Reports whether an append failed because its day has no table yet, as for a day's first batch. */
export function isWithoutDay(error: unknown): boolean {
  return (
    error instanceof EventLogUnavailable &&
    (error.cause as pg.DatabaseError | undefined)?.code === '23514'
  )
}

/**
 * Creates the tables for a moment's day and for the days that the heads have reached, because a node whose clock is
 * behind appends at their time.
 */
export async function ensureDays(pool: pg.Pool, at: Date): Promise<void> {
  await inTransaction(pool, async client => {
    const { rows } = await client.query<{ day: string }>(
      `select distinct to_char(greatest(at, $1) at time zone 'UTC', 'YYYY-MM-DD') as day
       from event_log_heads order by day limit 100`,
      [at]
    )
    await makeDays(
      (text, values) => client.query(text, values),
      rows.map(it => it.day)
    )
  })
}

/** Creates tables for the days of a backup's batches, such as `2026-03-02`. */
export function ensureEventLogDays(tx: Tx, days: readonly string[]): Promise<void> {
  return makeDays((text, values) => tx.executeQuery(CompiledQuery.raw(text, values)), days)
}

/** Creates the tables of days. Each is created separately and then attached, so that no append or read waits. */
async function makeDays(query: Query, days: readonly string[]): Promise<void> {
  await query('select pg_advisory_xact_lock($1)', [daysLock])
  const made = new Set(await listDays(query))
  for (const day of days) {
    if (made.has(tableOf(day))) continue
    await query(`create table ${tableOf(day)} (like event_log_batches including all)`, [])
    await query(
      `alter table event_log_batches attach partition ${tableOf(day)}
       for values from ('${day} 00:00+00') to ('${dayAfter(day, 1)} 00:00+00')`,
      []
    )
  }
}

/**
 * Drops the tables of days before a moment's day, one at a time. Dropping a table waits for all its readers, and other
 * queries wait behind the drop, so it gives up soon and is retried later: a backup that reads for an hour delays only
 * the drop.
 */
export async function dropDaysBefore(pool: pg.Pool, moment: Date): Promise<void> {
  const first = tableOf(dayOf(moment))
  let names: string[] = []
  await inTransaction(pool, async client => {
    names = await listDays((text, values) => client.query(text, values))
  })
  for (const name of names.filter(it => it < first)) {
    await inTransaction(pool, async client => {
      // The timeout is short, so that other queries do not wait behind this one.
      await client.query('select pg_advisory_xact_lock($1)', [daysLock])
      await client.query("set local lock_timeout = '200ms'")
      await client.query(`drop table if exists ${name}`)
    })
  }
}

async function listDays(query: Query): Promise<string[]> {
  const { rows } = await query(
    `select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
     where inhparent = 'event_log_batches'::regclass order by relname limit 10000`,
    []
  )
  return (rows as { name: string }[]).map(row => row.name)
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
      // Closing the connection ends its transaction.
      client.release(true)
      throw error
    }
  } catch (error) {
    throw new EventLogUnavailable('The event log cannot be changed', { cause: error })
  }
}
