import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import { settlementLock } from '../../settlement/index.ts'
import { dayAfter } from '../days.ts'

/**
 * Makes the partition of each day, such as `2026-03-02`, that has none. Events of such a day that are there already
 * wait in the default partition and are moved.
 */
export async function ensurePartitions(tx: Tx, days: readonly string[]): Promise<void> {
  if ((await withoutPartition(tx, days)).length === 0) return
  // Alone: counting would hold the partitions that are taken here. Somebody else may have made them meanwhile.
  await sql`select pg_advisory_xact_lock(${settlementLock})`.execute(tx)
  for (const day of await withoutPartition(tx, days)) {
    const table = sql.table(nameOf(day))
    await sql`create table ${table} (like delivery_events including all)`.execute(tx)
    await sql`
      with moved as (delete from delivery_events_default where day = ${day} returning *)
      insert into ${table} select * from moved`.execute(tx)
    // The bounds of a partition cannot be parameters.
    await sql`
      alter table delivery_events attach partition ${table}
      for values from (${sql.lit(day)}) to (${sql.lit(dayAfter(day, 1))})`.execute(tx)
  }
}

/**
 * Drops the events of decisions before a day, and remembers that they are gone. Their counters stay for ever. Rows that
 * wait in the default partition go with the next partition that is dropped.
 */
export async function dropPartitions(tx: Tx, keptFrom: string): Promise<void> {
  if ((await partitionsBefore(tx, keptFrom)).length === 0) return
  // Alone, as above; a rebuild of the counters would miss what is dropped under it.
  await sql`select pg_advisory_xact_lock(${settlementLock})`.execute(tx)
  for (const name of await partitionsBefore(tx, keptFrom)) {
    await sql`drop table ${sql.table(name)}`.execute(tx)
  }
  await sql`delete from delivery_events_default where day < ${keptFrom}`.execute(tx)
  await sql`
    insert into event_retention (kept_from) values (${keptFrom})
    on conflict (one) do update
    set kept_from = greatest(event_retention.kept_from, excluded.kept_from)`.execute(tx)
}

async function partitionsBefore(tx: Tx, day: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'delivery_events'::regclass
      and relname ~ '^delivery_events_[0-9]{8}$' and relname < ${nameOf(day)}
    order by relname limit 10000`.execute(tx)
  return rows.map(row => row.name)
}

async function withoutPartition(tx: Tx, days: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day from unnest(${days}::text[], ${days.map(nameOf)}::text[]) as wanted (day, name)
    where not exists (
      select from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'delivery_events'::regclass and relname = name
    )
    limit ${days.length}`.execute(tx)
  return rows.map(row => row.day)
}

function nameOf(day: string): string {
  return `delivery_events_${day.replaceAll('-', '')}`
}
