import { sql } from 'kysely'
import type { Database, Tx } from '../../db/connect.ts'
import { dayOf } from '../days.ts'
import { ensureEventLogDays } from '../event-log/postgres-days.ts'
import { saveVerdicts } from '../partitions/stored-verdicts.ts'

/** Empties the log. Its time may begin anywhere, and its counters remember nothing. */
export async function emptyLog(db: Database | Tx): Promise<void> {
  // No position is ever used twice, because readers remember their positions.
  await sql`
    update event_log_heads set position = position + 1000, at = '1970-01-01 00:00:00+00'`.execute(
    db
  )
  await sql`delete from event_log_batches`.execute(db)
  await sql`delete from event_log_verdicts`.execute(db)
  await sql`delete from event_log_starts`.execute(db)
  await sql`
    update counter_partitions counted
    set position = head.position, places_until = head.position, at = head.at, rules = '', epoch = epoch + 1, owner = null, leased_until = null
    from event_log_heads head where head.partition = counted.partition`.execute(db)
}

export type WrittenBatch = { at: Date; body: Buffer; verdicts: Uint8Array }

/**
 * Appends batches with their verdicts to a partition, as if they had been reported and counted long ago. The caller
 * writes the counters, including those by country and device. The next owner of the partition reads it from the
 * beginning.
 */
export async function writeCounted(
  tx: Tx,
  partition: number,
  batches: readonly WrittenBatch[]
): Promise<void> {
  const last = batches.at(-1)
  if (!last) return
  await ensureEventLogDays(tx, [...new Set(batches.map(it => dayOf(it.at)))])
  const { rows } = await sql<{ position: bigint }>`
    select position from event_log_heads where partition = ${partition} for update`.execute(tx)
  const start = rows[0]?.position ?? 0n
  const placed = batches.map((it, index) => ({ ...it, position: start + BigInt(index + 1) }))
  await sql`
    insert into event_log_batches (partition, position, at, body)
    select ${partition}::smallint, * from unnest(
      ${placed.map(it => it.position)}::bigint[], ${placed.map(it => it.at)}::timestamptz[],
      ${placed.map(it => it.body)}::bytea[])`.execute(tx)
  await saveVerdicts(
    tx,
    placed.map(({ position, at, verdicts }) => ({
      partition,
      before: position - 1n,
      batches: [{ position, at, verdicts }]
    }))
  )
  const end = start + BigInt(batches.length)
  await sql`
    update event_log_heads set position = ${end}, at = ${last.at} where partition = ${partition}`.execute(
    tx
  )
  await sql`
    update counter_partitions
    set position = ${end}, places_until = ${end}, at = ${last.at}, epoch = epoch + 1, owner = null, leased_until = null
    where partition = ${partition}`.execute(tx)
}
