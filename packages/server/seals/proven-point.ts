import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { deriveKey } from '../config/derive-key.ts'
import type { Context } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { isInLog, type LoggedSeal, type ProvenLog } from '../public-log/index.ts'
import type { Unproven } from '../settlement/index.ts'
import { rowsAtOnce } from './seal-books.ts'

/** Point up to which a verification without problems has computed everything. */
export type ProvenPoint = {
  /** When the verification that proved this point began. */
  at: Date
  /** When the last verification began that computed everything from the beginning. */
  fullAt: Date
  settledUntil: Date
  log: ProvenLog
  /** The last seal that the log names up to that point. Its content, and that of the seals before it, is proven. */
  seal: LoggedSeal
}

/** `why` tells the operator why there is no proven point; null when there never was one. */
export type FoundPoint = { point: ProvenPoint } | { point: null; why: string | null }

const version = 1
const digestBytes = 32
const hourMs = 3_600_000
/** PostgreSQL error codes: the transaction is read-only, or the role may not write. */
const refusals = ['25006', '42501']

export async function readProvenPoint({
  db,
  config
}: Pick<Context, 'db' | 'config'>): Promise<FoundPoint> {
  const row = await db.selectFrom('proven_points').selectAll().executeTakeFirst()
  if (!row) return { point: null, why: null }
  if (!timingSafeEqual(macOf(config.secret, row.document, row.chains), row.mac))
    return { point: null, why: 'it is damaged, or was not made with this SECRET' }
  const said = JSON.parse(row.document)
  if (said.version !== version) return { point: null, why: 'it is of another version of Mille' }
  const bytes = (text: string) => Buffer.from(text, 'base64')
  const { log, seal } = said
  const point = {
    at: new Date(said.at),
    fullAt: new Date(said.fullAt),
    settledUntil: new Date(said.settledUntil),
    log: { ...log, peaks: log.peaks.map(bytes), chains: readChains(row.chains) },
    seal: { index: seal.index, number: BigInt(seal.number), hash: bytes(seal.hash) }
  }
  return (await isInLog(db, point.log))
    ? { point }
    : { point: null, why: 'the public log does not reach that far' }
}

/** Stores a proven point; returns false when this process may not write to the database. */
export async function saveProvenPoint(
  { db, config }: Pick<Context, 'db' | 'config'>,
  { at, fullAt, settledUntil, log, seal }: ProvenPoint
): Promise<boolean> {
  const text = (bytes: Buffer) => bytes.toString('base64')
  const document = JSON.stringify({
    ...{ version, at, fullAt, settledUntil },
    log: { epoch: log.epoch, size: log.size, peaks: log.peaks.map(text) },
    seal: { index: seal.index, number: String(seal.number), hash: text(seal.hash) }
  })
  const chains = writeChains(log.chains)
  const point = { document, chains, mac: macOf(config.secret, document, chains) }
  try {
    await db
      .insertInto('proven_points')
      .values(point)
      .onConflict(it => it.column('one').doUpdateSet(point))
      .execute()
    return true
  } catch (error) {
    if (!refusals.includes((error as { code?: string }).code ?? '')) throw error
    return false
  }
}

/**
 * Returns which settlements are not proven yet. A full seal may have left rows of the same time to the next one, so the
 * last seal that is not full counts; its tables were read one after the other, which the extra hour covers. Null
 * without such a seal.
 */
export async function readUnproven(
  db: Database,
  { seal, settledUntil }: ProvenPoint
): Promise<Unproven | null> {
  const sealedOf = (book: string) => sql`(
    select coalesce(range_agg(piece), '{}')::text from book_seal_parts, unnest(rows) as piece
    where seal <= last.number and book = ${book})`
  const { rows } = await sql<{ at: Date; settlements: string; transfers: string }>`
    select at, ${sealedOf('settlements')} as settlements, ${sealedOf('ledger_transfers')} as transfers
    from (
      select number, at from book_seals
      where number <= ${seal.number} and not exists (
        select from book_seal_parts where seal = number and count >= ${rowsAtOnce})
      order by number desc limit 1) as last`.execute(db)
  const [last] = rows
  if (!last) return null
  const countedSince = new Date(Math.floor(settledUntil.getTime() / hourMs) * hourMs)
  const { at, settlements, transfers } = last
  return { settledSince: new Date(at.getTime() - hourMs), countedSince, settlements, transfers }
}

function writeChains(chains: ProvenLog['chains']): Buffer {
  const bytes = Buffer.alloc(chains.size * (4 + digestBytes))
  let at = 0
  for (const [campaign, digest] of chains) {
    bytes.writeUInt32BE(campaign, at)
    bytes.set(digest, at + 4)
    at += 4 + digestBytes
  }
  return bytes
}

function readChains(bytes: Buffer): Map<number, Buffer> {
  const chains = new Map<number, Buffer>()
  for (let at = 0; at < bytes.length; at += 4 + digestBytes)
    chains.set(bytes.readUInt32BE(at), bytes.subarray(at + 4, at + 4 + digestBytes))
  return chains
}

function macOf(secret: Buffer, document: string, chains: Buffer): Buffer {
  const key = deriveKey(secret, 'mille proven point')
  // JSON contains no zero byte, so the separator makes the two parts unambiguous.
  return createHmac('sha256', key).update(document).update('\0').update(chains).digest()
}
