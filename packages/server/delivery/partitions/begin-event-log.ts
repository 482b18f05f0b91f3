import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import { dayAfter, dayOf } from '../days.ts'
import { createPostgresLog } from '../event-log/postgres-log.ts'
import { isAnybodyCounting } from './leases.ts'

const minuteMs = 60_000

export type BegunLog =
  | { ok: true; store: 'database' | 'nats' }
  /**
   * `servers_run`: servers are running or were a minute ago. `not_counted`: records of the old log are not counted.
   * `nothing_to_begin`: the log is in the database already.
   */
  | { ok: false; code: 'servers_run' | 'not_counted' | 'nothing_to_begin' }

/**
 * Begins an empty event log at the location in EVENT_LOG_URL, replacing a lost or abandoned one. Counters and
 * settlements stay; the evidence for them in the old log is gone.
 */
export async function beginEventLog(
  context: Pick<Context, 'db' | 'pool' | 'config' | 'now'>
): Promise<BegunLog> {
  const { db, pool, config, now } = context
  const store = config.eventLogUrl === null ? 'database' : 'nats'
  if (await isAnybodyHere(context)) return { ok: false, code: 'servers_run' }
  const refused = await db.transaction().execute(async tx => {
    const { isInDatabase, isCounted } = await readState(tx)
    if (isInDatabase && store === 'database') return 'nothing_to_begin'
    if (isInDatabase && !isCounted) return 'not_counted'
    await (store === 'nats' ? moveToStreams(tx, now()) : moveToDatabase(tx, now()))
    await forgetLog(tx, dayOf(now()))
    return null
  })
  if (refused) return { ok: false, code: refused }
  if (store === 'nats')
    await createPostgresLog(pool).dropBefore(new Date(dayAfter(dayOf(now()), 2)))
  return { ok: true, store }
}

/**
 * Reports whether a node or a counting process is running or was a minute ago. Nodes record each minute in which they
 * run.
 */
export async function isAnybodyHere({ db, now }: Pick<Context, 'db' | 'now'>): Promise<boolean> {
  const since = new Date(now().getTime() - minuteMs)
  const { rows } = await sql`
    select from delivery_heartbeats where minute > ${since} limit 1`.execute(db)
  return rows.length > 0 || isAnybodyCounting(db)
}

async function readState(tx: Tx): Promise<{ isInDatabase: boolean; isCounted: boolean }> {
  const { rows } = await sql<{ isCounted: boolean }>`
    select counted.position >= head.position and counted.places_until = counted.position as "isCounted"
    from counter_partitions counted join event_log_heads head using (partition)
    order by partition for update`.execute(tx)
  return { isInDatabase: rows.length > 0, isCounted: rows.every(it => it.isCounted) }
}

async function moveToStreams(tx: Tx, now: Date): Promise<void> {
  await sql`delete from event_log_heads`.execute(tx)
  await sql`delete from event_log_streams`.execute(tx)
  await sql`insert into event_log_streams (since) values (${now})`.execute(tx)
  await sql`update counter_partitions set position = 0, places_until = 0`.execute(tx)
}

/** The heads begin at the counted positions, so no position is assigned twice, as far as the database knows. */
async function moveToDatabase(tx: Tx, now: Date): Promise<void> {
  await sql`delete from event_log_streams`.execute(tx)
  await sql`
    insert into event_log_heads (partition, position, at)
    select partition, position, greatest(at, ${now}) from counter_partitions`.execute(tx)
}

/**
 * Makes the database forget the log. The rules in force stay with the partitions. Today's counters come from both logs,
 * so no rebuild can reproduce them. If the log is lost, countries and devices of its last half minute may be missing in
 * counters.
 */
async function forgetLog(tx: Tx, today: string): Promise<void> {
  await sql`
    update counter_partitions set places_until = position, epoch = epoch + 1, owner = null, leased_until = null`.execute(
    tx
  )
  await sql`delete from event_log_verdicts`.execute(tx)
  await sql`delete from event_log_starts`.execute(tx)
  await sql`
    insert into event_retention (kept_from) values (${today})
    on conflict (one) do update
    set kept_from = greatest(event_retention.kept_from, excluded.kept_from)`.execute(tx)
}
