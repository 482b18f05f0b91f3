import { sql } from 'kysely'
import type { Database, Tx } from '../../db/connect.ts'
import type { CounterSum } from '../judge/sums.ts'
import { addPlaces } from './day-places.ts'
import { endWithSleep } from './leases.ts'
import type { Uncommitted } from './owned-partition.ts'
import { saveStarts } from './starts.ts'
import { saveVerdicts } from './stored-verdicts.ts'
import { saveUnitHours } from './unit-hours.ts'

/**
 * Writes what partitions have counted, and how far, in one transaction. Returns the partitions that were written; the
 * others no longer belong to this process, and nothing of them was written.
 */
export async function commitCounts(
  db: Database,
  all: readonly Uncommitted[],
  isLogInDatabase: boolean
): Promise<Set<number>> {
  return db.transaction().execute(async tx => {
    await endWithSleep(tx)
    const own = await moveOn(tx, all, isLogInDatabase)
    const accepted = all.filter(it => own.has(it.partition))
    await saveStarts(
      tx,
      accepted.flatMap(it => it.starts)
    )
    await saveVerdicts(tx, accepted)
    await addToCounters(tx, mergeSums(accepted.flatMap(it => it.sums)))
    await addPlaces(
      tx,
      accepted.flatMap(it => it.places ?? [])
    )
    await saveUnitHours(tx, accepted)
    return own
  })
}

/**
 * Advances the positions of partitions. Those with another epoch or position than this process expects stay unchanged,
 * as does everything if the batches came from another database: a promoted standby may lack the end of the log and have
 * other batches there. The last batch of each page is looked up, because anything read after it may come from the new
 * log.
 */
async function moveOn(
  tx: Tx,
  all: readonly Uncommitted[],
  isLogInDatabase: boolean
): Promise<Set<number>> {
  const isThere = isLogInDatabase
    ? sql`not exists (
        select from ended where ended.partition = next.partition and not exists (
          select from event_log_batches as batch
          where batch.partition = ended.partition and batch.position = ended.position and batch.at = ended.at))`
    : sql`true`
  const ends = all.flatMap(({ partition, ends }) => ends.map(it => ({ ...it, partition })))
  const { rows } = await sql<{ partition: number }>`
    with next as (
      select * from unnest(
        ${all.map(it => it.partition)}::smallint[], ${all.map(it => it.epoch)}::bigint[],
        ${all.map(it => it.before)}::bigint[], ${all.map(it => it.position)}::bigint[],
        ${all.map(it => it.at)}::timestamptz[], ${all.map(it => it.rules)}::bytea[],
        ${all.map(it => it.placesBefore)}::bigint[], ${all.map(it => it.placesUntil)}::bigint[]
      ) as it (partition, epoch, before, position, at, rules, places_before, places_until)
    ), ended as (
      select * from unnest(
        ${ends.map(it => it.partition)}::smallint[], ${ends.map(it => it.position)}::bigint[],
        ${ends.map(it => it.at)}::timestamptz[]
      ) as it (partition, position, at)
    ), own as materialized (
      select counted.partition from counter_partitions as counted join next using (partition)
      where counted.epoch = next.epoch and counted.position = next.before
        and counted.places_until = next.places_before and ${isThere}
      order by counted.partition for update of counted
    )
    update counter_partitions as counted
    set position = next.position, at = next.at, rules = coalesce(next.rules, counted.rules),
      places_until = next.places_until
    from next join own using (partition)
    where counted.partition = next.partition
    returning counted.partition`.execute(tx)
  return new Set(rows.map(row => row.partition))
}

/** Merges sums in a fixed order, so that two transactions that add to the same counters never deadlock. */
export function mergeSums(sums: readonly CounterSum[]): CounterSum[] {
  const merged = new Map<string, CounterSum>()
  for (const sum of sums) {
    const { bucket, unit, campaign, banner, kind } = sum
    const key = `${bucket.getTime()}.${unit}.${campaign}.${banner}.${kind}`
    const same = merged.get(key)
    if (same) same.count += sum.count
    else merged.set(key, { ...sum })
  }
  return [...merged.values()].sort(
    (a, b) =>
      a.bucket.getTime() - b.bucket.getTime() ||
      a.unit - b.unit ||
      a.campaign - b.campaign ||
      a.banner - b.banner ||
      (a.kind < b.kind ? -1 : 1)
  )
}

export async function addToCounters(tx: Tx, sums: readonly CounterSum[]): Promise<void> {
  if (sums.length === 0) return
  await sql`
    insert into delivery_counters (bucket, unit_id, campaign_id, banner_id, kind, count)
    select * from unnest(
      ${sums.map(it => it.bucket)}::timestamptz[], ${sums.map(it => it.unit)}::int[],
      ${sums.map(it => it.campaign)}::int[], ${sums.map(it => it.banner)}::int[],
      ${sums.map(it => it.kind)}::text[], ${sums.map(it => it.count)}::bigint[])
    on conflict (bucket, unit_id, campaign_id, banner_id, kind)
    do update set count = delivery_counters.count + excluded.count`.execute(tx)
}
