import { sql } from 'kysely'
import type { Database, Tx } from '../../db/connect.ts'

/** A partition that this process owns, until another process takes it with a higher epoch. */
export type Lease = {
  partition: number
  epoch: bigint
  /** Position up to which the partition was counted when it was taken. */
  position: bigint
  /** Position up to which the partition was counted by country and device. */
  placesUntil: bigint
  at: Date
  rules: Buffer
}

/** State in the database of a partition that this process owns. */
export type Renewed = Pick<Lease, 'epoch' | 'position'>

/** Duration of a lease by the database's clock, which all processes share. */
const leaseSeconds = 6
/**
 * Condition that a lease's end is plausible. A later end was written before the database's clock was set back, and must
 * not block the partition until then.
 */
const inTime = (column: 'leased_until' | 'alive_until') => sql`
  ${sql.ref(column)} between clock_timestamp() and clock_timestamp() + make_interval(secs => ${leaseSeconds})`

/**
 * Interval for renewing leases, and for checking them while one is late, so that it is taken as soon as it ends, in
 * milliseconds.
 */
export const renewMs = 2000
export const hurryMs = 250
/** Seconds left of a lease whose owner should have renewed it a second ago. */
const lateSeconds = leaseSeconds - renewMs / 1000 - 1

/**
 * Renews this process's leases, and takes its share of the partitions whose owner is gone. Returns the partitions that
 * it owns, those it has just taken, how many it should give to processes that have too few, and whether another owner
 * is late and may be dead.
 */
export async function renewLeases(
  db: Database,
  process: string
): Promise<{ owned: Map<number, Renewed>; taken: Lease[]; spare: number; isAnyLate: boolean }> {
  return db.transaction().execute(async tx => {
    await endWithSleep(tx)
    await sql`
      insert into counter_processes (id, alive_until)
      values (${process}, clock_timestamp() + make_interval(secs => ${leaseSeconds}))
      on conflict (id) do update set alive_until = excluded.alive_until`.execute(tx)
    // After an outage all processes have expired. One that returns at the same moment locks its own row, which is
    // skipped instead of awaited.
    await sql`
      delete from counter_processes where id in (
        select id from counter_processes where not ${inTime('alive_until')} for update skip locked)`.execute(
      tx
    )
    const { rows: renewed } = await sql<Renewed & { partition: number }>`
      with own as (
        select partition from counter_partitions where owner = ${process} order by partition for update
      )
      update counter_partitions
      set leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      from own where counter_partitions.partition = own.partition
      returning counter_partitions.partition, epoch, position`.execute(tx)
    const share = await readShare(tx)
    const room = Math.max(0, share - renewed.length)
    const taken = room === 0 ? [] : await takeFree(tx, process, room)
    const owned = new Map([...renewed, ...taken].map(it => [it.partition, it]))
    const spare = Math.max(0, renewed.length - share)
    return { owned, taken, spare, isAnyLate: await isAnyLate(tx) }
  })
}

/**
 * Sets a timeout so that a process suspended within the transaction loses it, with its connection, when its leases end.
 * Otherwise its locks would block other processes for as long as it is suspended.
 */
export async function endWithSleep(tx: Tx): Promise<void> {
  await sql`select set_config('idle_in_transaction_session_timeout', ${`${leaseSeconds}s`}, true)`.execute(
    tx
  )
}

async function isAnyLate(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from counter_partitions
      where leased_until < clock_timestamp() + make_interval(secs => ${lateSeconds})
    ) as found`.execute(tx)
  return rows[0]?.found ?? false
}

/** Returns how many partitions each process should own, so that every partition has an owner. */
async function readShare(tx: Tx): Promise<number> {
  const { rows } = await sql<{ share: number }>`
    select ceil((select count(*) from counter_partitions)::float / greatest(1, count(*)))::integer as share
    from counter_processes`.execute(tx)
  return rows[0]?.share ?? 0
}

async function takeFree(tx: Tx, process: string, count: number): Promise<Lease[]> {
  const { rows } = await sql<Lease>`
    with free as (
      select partition from counter_partitions
      where owner is null or not ${inTime('leased_until')}
      order by partition limit ${count} for update skip locked
    )
    update counter_partitions
    set owner = ${process}, epoch = epoch + 1,
      leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    from free where counter_partitions.partition = free.partition
    returning counter_partitions.partition, epoch, position, places_until as "placesUntil", at, rules`.execute(
    tx
  )
  return rows.sort((a, b) => a.partition - b.partition)
}

/** Releases partitions at once for other processes. Their counts must be committed. */
export async function releaseLeases(
  db: Database,
  process: string,
  partitions: readonly number[]
): Promise<void> {
  await sql`
    update counter_partitions set owner = null, leased_until = null
    where owner = ${process} and partition = any(${partitions}::smallint[])`.execute(db)
}

/** Records that this process no longer counts. */
export async function leave(db: Database, process: string): Promise<void> {
  await db.transaction().execute(async tx => {
    await sql`
      update counter_partitions set owner = null, leased_until = null where owner = ${process}`.execute(
      tx
    )
    await sql`delete from counter_processes where id = ${process}`.execute(tx)
  })
}

/** Returns the position and epoch up to which each partition is counted. */
export async function readPartitions(db: Database | Tx): Promise<Omit<Lease, 'rules'>[]> {
  const { rows } = await sql<Omit<Lease, 'rules'>>`
    select partition, position, places_until as "placesUntil", at, epoch from counter_partitions
    order by partition limit 256`.execute(db)
  return rows
}

/** Returns how many partitions no running process counts. */
export async function countUnowned(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) filter (where owner is null or ${inTime('leased_until')} is not true)::integer as count
    from counter_partitions`.execute(db)
  return rows[0]?.count ?? 0
}

export async function isAnybodyCounting(db: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from counter_processes where ${inTime('alive_until')}) as found`.execute(
    db
  )
  return rows[0]?.found ?? false
}
