import { sql } from 'kysely'
import type { Database, Tx } from '../../db/connect.ts'
import { dayOf } from '../days.ts'
import type { Verdicts } from '../judge/verdicts.ts'

/** The verdicts on the records of one batch. */
export type BatchVerdicts = { position: bigint; verdicts: Verdicts }

/** The verdicts on all batches of a partition that were counted in one transaction, on one day. */
export type StoredVerdicts = {
  partition: number
  /** `position` is that of the last batch; `before` is that of the batch before the first. */
  position: bigint
  before: bigint
  /** Moment of the last batch. */
  at: Date
  batches: readonly BatchVerdicts[]
}

/** The verdicts of a partition that are written together: each batch with its moment. */
export type NewVerdicts = Pick<StoredVerdicts, 'partition' | 'before'> & {
  batches: readonly (BatchVerdicts & { at: Date })[]
}

type Row = Omit<StoredVerdicts, 'batches'> & { batches: Buffer; verdicts: Buffer }
/**
 * Bytes for each batch in a row, 32 bits for each number: its position relative to `before`, and its number of records.
 */
const placeBytes = 8

export async function saveVerdicts(tx: Tx, all: readonly NewVerdicts[]): Promise<void> {
  const rows = all.flatMap(splitByDay)
  if (rows.length === 0) return
  await sql`
    insert into event_log_verdicts (partition, position, before, at, batches, verdicts)
    select * from unnest(
      ${rows.map(it => it.partition)}::smallint[], ${rows.map(it => it.position)}::bigint[],
      ${rows.map(it => it.before)}::bigint[], ${rows.map(it => it.at)}::timestamptz[],
      ${rows.map(writePlaces)}::bytea[],
      ${rows.map(row => Buffer.concat(row.batches.map(it => it.verdicts)))}::bytea[])`.execute(tx)
}

/**
 * Makes a row for each day, because the log forgets whole days and a row is kept or deleted with all of its batches.
 */
function splitByDay({ partition, before, batches }: NewVerdicts): StoredVerdicts[] {
  const rows: (StoredVerdicts & { batches: BatchVerdicts[] })[] = []
  for (const batch of batches) {
    const { position, at } = batch
    const last = rows.at(-1)
    if (last && dayOf(last.at) === dayOf(at)) {
      last.batches.push(batch)
      last.position = position
      last.at = at
    } else
      rows.push({ partition, before: last?.position ?? before, position, at, batches: [batch] })
  }
  return rows
}

/** Reads at most `count` rows of verdicts after a position, in order. */
export async function readVerdicts(
  db: Database | Tx,
  partition: number,
  after: bigint,
  count: number
): Promise<StoredVerdicts[]> {
  const { rows } = await sql<Row>`
    select partition, position, before, at, batches, verdicts from event_log_verdicts
    where partition = ${partition} and position > ${after} order by position limit ${count}`.execute(
    db
  )
  return rows.map(readRow)
}

/** Returns the position before the first row that was counted at or after a moment; null when there is none. */
export async function positionBefore(
  db: Database | Tx,
  partition: number,
  moment: Date
): Promise<bigint | null> {
  const { rows } = await sql<{ before: bigint }>`
    select before from event_log_verdicts
    where partition = ${partition} and at >= ${moment} order by at, position limit 1`.execute(db)
  return rows[0]?.before ?? null
}

export async function hasVerdictsBefore(db: Database | Tx, moment: Date): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from counter_partitions
      join event_log_verdicts using (partition) where event_log_verdicts.at < ${moment}
    ) as found`.execute(db)
  return rows[0]?.found ?? false
}

/** Deletes the verdicts on batches that the log no longer keeps. */
export async function forgetVerdicts(db: Database | Tx, keptFrom: Date): Promise<void> {
  await sql`delete from event_log_verdicts where at < ${keptFrom}`.execute(db)
}

function readRow({ batches, verdicts, ...row }: Row): StoredVerdicts {
  const found: BatchVerdicts[] = []
  let start = 0
  for (let at = 0; at < batches.length; at += placeBytes) {
    const end = start + batches.readUInt32BE(at + 4)
    const position = row.before + BigInt(batches.readUInt32BE(at))
    found.push({ position, verdicts: verdicts.subarray(start, end) })
    start = end
  }
  return { ...row, batches: found }
}

function writePlaces({ before, batches }: StoredVerdicts): Buffer {
  const places = Buffer.alloc(batches.length * placeBytes)
  for (const [index, { position, verdicts }] of batches.entries()) {
    places.writeUInt32BE(Number(position - before), index * placeBytes)
    places.writeUInt32BE(verdicts.length, index * placeBytes + 4)
  }
  return places
}
