import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import { Edge, hashBytes, leafHash } from './merkle.ts'

/** Tree levels per tile: a tile has 2^8 hashes, and the levels within a tile are not stored. */
export const tileLevels = 8
/** Maximum number of entries per row; reading a tile reads whole rows. */
const rowEntries = 256
const maxEntryBytes = 2 ** 16 - 1

/** Whether a tree level is stored; level 0 is not, since leaves are hashed from their entries. */
export const isStored = (level: number): boolean => level > 0 && level % tileLevels === 0

/**
 * Appends entries and returns the index of the first one. Other processes that append wait until the transaction ends.
 */
export async function appendEntries(tx: Tx, entries: readonly Buffer[]): Promise<number> {
  const edge = await lockEdge(tx)
  const first = edge.size
  const nodes: { level: number; index: number; hash: Buffer }[] = []
  for (const entry of entries) {
    if (entry.length > maxEntryBytes) throw new RangeError('An entry of the log is too long')
    edge.append(leafHash(entry), (level, index, hash) => {
      if (isStored(level)) nodes.push({ level, index, hash })
    })
  }
  if (entries.length === 0) return first
  await saveEntries(tx, first, entries)
  await sql`
    insert into public_log_nodes (level, index, hash)
    select * from unnest(
      ${nodes.map(it => it.level)}::smallint[], ${nodes.map(it => it.index)}::bigint[],
      ${nodes.map(it => it.hash)}::bytea[])`.execute(tx)
  await tx
    .updateTable('public_log_head')
    .set({ size: BigInt(edge.size), peaks: Buffer.concat(edge.peaks) })
    .execute()
  return first
}

/** Returns the right edge of the tree and locks it until the transaction ends. */
export async function lockEdge(tx: Tx): Promise<Edge> {
  const { size, peaks } = await tx
    .selectFrom('public_log_head')
    .select(['size', 'peaks'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  const hashes: Buffer[] = []
  for (let at = 0; at < peaks.length; at += hashBytes)
    hashes.push(peaks.subarray(at, at + hashBytes))
  return new Edge(Number(size), hashes)
}

async function saveEntries(tx: Tx, first: number, entries: readonly Buffer[]): Promise<void> {
  for (let at = 0; at < entries.length; ) {
    // Rows end at tile boundaries, so that a full tile is a single row or the few rows that it grew by.
    const count = Math.min(rowEntries - ((first + at) % rowEntries), entries.length - at)
    await tx
      .insertInto('public_log_batches')
      .values({
        first_index: BigInt(first + at),
        count,
        entries: Buffer.concat(entries.slice(at, at + count).flatMap(it => [lengthOf(it), it]))
      })
      .execute()
    at += count
  }
}

/** Returns the length prefix of an entry in a sequence of entries. */
export function lengthOf(entry: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(entry.length)
  return length
}
