import { sql } from 'kysely'
import type { Database, Tx } from '../../db/connect.ts'

/** A partition that this process owns, until another process takes it with a higher epoch. */
export type Lease = {
  partition: number
  epoch: bigint
  /** As far as it was counted when it was taken. */
  position: bigint
  /** As far as it was counted by country and device. */
  placesUntil: bigint
  at: Date
  rules: Buffer
}

/** What the database says about a partition of this process. */
export type Renewed = Pick<Lease, 'epoch' | 'position'>

/** By the database's clock, which all processes share. */
const leaseSeconds = 6
/**
 * A moment that a lease can end at. A later one was written before the database's clock was put back, and must not
 * block all processes from the partition until then.
 */
const inTime = (column: 'leased_until' | 'alive_until') => sql`
  ${sql.ref(column)} between clock_timestamp() and clock_timestamp() + make_interval(secs => ${leaseSeconds})`

/** How often leases are renewed; and how often they are looked at while one is not, to be taken as soon as it is over. */
export const renewMs = 2000
export const hurryMs = 250
/** What is left of a lease whose owner should have renewed it a second ago. */
const lateSeconds = leaseSeconds - renewMs / 1000 - 1

/**
 * Renews what this process owns, and takes its share of the partitions that have no owner or whose owner has gone.
 * Returns the partitions that it owns now, those of them that it has just taken, how many it should give to processes
 * that have too few, and whether another owner is late, and may be dead.
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
    // After an outage all of them have gone: one that comes back at the same moment holds its own row, and is not waited for.
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
 * A process that falls asleep in the middle of the transaction loses it with its connection when its leases are over.
 * Otherwise no other process could take what it has locked for as long as it sleeps.
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

/** What each process should have, so that all partitions have an owner. */
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

/** Releases them at once for other processes. What was counted of them must have been committed. */
export async function releaseLeases(
  db: Database,
  process: string,
  partitions: readonly number[]
): Promise<void> {
  await sql`
    update counter_partitions set owner = null, leased_until = null
    where owner = ${process} and partition = any(${partitions}::smallint[])`.execute(db)
}

/** This process counts no more. */
export async function leave(db: Database, process: string): Promise<void> {
  await db.transaction().execute(async tx => {
    await sql`
      update counter_partitions set owner = null, leased_until = null where owner = ${process}`.execute(
      tx
    )
    await sql`delete from counter_processes where id = ${process}`.execute(tx)
  })
}

/** As far as each partition is counted, and in whose epoch. */
export async function readPartitions(db: Database | Tx): Promise<Omit<Lease, 'rules'>[]> {
  const { rows } = await sql<Omit<Lease, 'rules'>>`
    select partition, position, places_until as "placesUntil", at, epoch from counter_partitions
    order by partition limit 256`.execute(db)
  return rows
}

export async function isAnybodyCounting(db: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from counter_processes where ${inTime('alive_until')}) as found`.execute(
    db
  )
  return rows[0]?.found ?? false
}
