import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import { tileLevels } from './append.ts'
import { type LeafRange, leafHash, nodesOf, type ReadNode } from './merkle.ts'
import { auditPath, consistencyPath, hashesOf } from './proofs.ts'

export const tileWidth: number = 2 ** tileLevels

export type StoredCheckpoint = {
  epoch: number
  size: number
  root: Buffer
  at: Date
  /** The signed note of the checkpoint. */
  note: string
}

/** Returns checkpoints, the newest first. */
export async function readCheckpoints(
  db: Database | Tx,
  count: number
): Promise<StoredCheckpoint[]> {
  const { rows } = await sql<Omit<StoredCheckpoint, 'size'> & { size: bigint }>`
    select epoch, size, root, at, note from public_log_checkpoints
    order by epoch desc, size desc limit ${count}`.execute(db)
  return rows.map(row => ({ ...row, size: Number(row.size) }))
}

/** Returns the checkpoints after a given one, in the order in which they were signed. */
export async function readCheckpointsFrom(
  db: Database | Tx,
  after: { epoch: number; size: number },
  count: number
): Promise<StoredCheckpoint[]> {
  const { rows } = await sql<Omit<StoredCheckpoint, 'size'> & { size: bigint }>`
    select epoch, size, root, at, note from public_log_checkpoints
    where (epoch, size) > (${after.epoch}, ${after.size})
    order by epoch, size limit ${count}`.execute(db)
  return rows.map(row => ({ ...row, size: Number(row.size) }))
}

/** Returns the roots of those of these checkpoints that were signed. */
export async function readRoots(
  db: Database | Tx,
  checkpoints: readonly { epoch: number; size: number }[]
): Promise<{ epoch: number; size: bigint; root: Buffer }[]> {
  const { rows } = await sql<{ epoch: number; size: bigint; root: Buffer }>`
    select epoch, size, root from public_log_checkpoints
    where (epoch, size) in (select * from unnest(
      ${checkpoints.map(it => it.epoch)}::smallint[], ${checkpoints.map(it => it.size)}::bigint[]))`.execute(
    db
  )
  return rows
}

/** Returns the last checkpoint; null before anything was signed. */
export async function readCheckpoint(db: Database | Tx): Promise<StoredCheckpoint | null> {
  return (await readCheckpoints(db, 1))[0] ?? null
}

/** Returns the entries of a range, up to but not including `to`; fewer where the log ends. */
export async function readEntries(db: Database | Tx, { from, to }: LeafRange): Promise<Buffer[]> {
  const { rows } = await sql<Batch>`
    select first_index as first, entries from public_log_batches
    where first_index >= coalesce(
      (select max(first_index) from public_log_batches where first_index <= ${from}), 0)
      and first_index < ${to}
    order by first_index limit 100000`.execute(db)
  return rows
    .flatMap(entriesOf)
    .filter(it => it.index >= from && it.index < to)
    .map(it => it.bytes)
}

/** Returns entries by index from anywhere in the log; indexes beyond the log are missing. */
export async function readEntriesAt(
  db: Database | Tx,
  indexes: readonly number[]
): Promise<Map<number, Buffer>> {
  const { rows } = await sql<Batch>`
    select first_index as first, entries from public_log_batches
    where first_index in (select (
      select max(first_index) from public_log_batches where first_index <= wanted)
      from unnest(${indexes}::bigint[]) as wanted)`.execute(db)
  const wanted = new Set(indexes)
  const found = rows.flatMap(entriesOf).filter(it => wanted.has(it.index))
  return new Map(found.map(it => [it.index, it.bytes]))
}

type Batch = { first: bigint; entries: Buffer }

function entriesOf({ first, entries }: Batch): { index: number; bytes: Buffer }[] {
  const found: { index: number; bytes: Buffer }[] = []
  for (let at = 0; at < entries.length; ) {
    const end = at + 2 + entries.readUInt16BE(at)
    found.push({ index: Number(first) + found.length, bytes: entries.subarray(at + 2, end) })
    at = end
  }
  return found
}

/** Returns the hashes of a tile (C2SP tlog-tiles), up to 256. */
export async function readTile(
  db: Database | Tx,
  level: number,
  tile: number,
  width: number = tileWidth
): Promise<Buffer[]> {
  const from = tile * tileWidth
  if (level === 0)
    return (await readEntries(db, { from, to: from + width })).map(it => leafHash(it))
  const { rows } = await sql<{ hash: Buffer }>`
    select hash from public_log_nodes
    where level = ${level * tileLevels} and index >= ${from} and index < ${from + width}
    order by index limit ${width}`.execute(db)
  return rows.map(row => row.hash)
}

/** Returns a reader of the log's tree nodes that reads each tile only once. */
export function createNodeReader(db: Database | Tx): ReadNode {
  const tiles = new Map<string, Promise<ReturnType<typeof nodesOf>>>()
  const tileAt = (level: number, tile: number) => {
    const name = `${level}/${tile}`
    const known = tiles.get(name) ?? readTile(db, level, tile).then(nodesOf)
    tiles.set(name, known)
    return known
  }
  return async (level, index) => {
    const inTile = level % tileLevels
    const tile = Math.floor((index * 2 ** inTile) / tileWidth)
    const read = await tileAt((level - inTile) / tileLevels, tile)
    return read(inTile, index - (tile * tileWidth) / 2 ** inTile)
  }
}

/** Returns the audit path of an entry in the log of that size. */
export function proveInclusion(db: Database | Tx, index: number, size: number): Promise<Buffer[]> {
  return hashesOf(createNodeReader(db), auditPath(index, size))
}

/** Returns the proof that the log of size `to` begins with the log of size `from`. */
export function proveConsistency(db: Database | Tx, from: number, to: number): Promise<Buffer[]> {
  return hashesOf(createNodeReader(db), consistencyPath(from, to))
}
