import { createHash, createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { deriveKey } from '../config/derive-key.ts'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/connect.ts'
import { addToBookDays } from './book-days.ts'
import { nameOf, type SealedBook, sealedBooks } from './sealed-books.ts'

export type SealPart = {
  book: string
  columns: string[]
  /** The rows' numbers as a PostgreSQL multirange: `{[1,5),[7,9)}`. */
  rows: string
  count: number
  digest: Buffer
}

/** Interval at which a worker seals, in milliseconds. */
export const sealingPeriodMs = 60_000
/** Maximum number of rows of a table per seal; an old network starts with several seals in a row. */
export const rowsAtOnce = 10_000
/** Advisory lock of sealing: two sealers would seal the same rows, so the second one waits. */
const sealLock = 7_230_010
/** How far below the highest number new rows may still appear, since a number is drawn before its row is committed. */
const reach = 100_000
export const firstPrevious = Buffer.alloc(32)

/** Seals new rows of the books and returns the number of seals; 0 when nothing is new. */
export async function sealBooks(context: Pick<Context, 'db' | 'now' | 'config'>): Promise<number> {
  for (let seals = 0; ; seals++) {
    const isMade = await context.db.transaction().execute(tx => sealOnce(context, tx))
    if (!isMade) return seals
  }
}

/** Whether the books were sealed with this secret and later with another one: such a chain cannot be continued. */
export async function isSecretOfOldSeals(
  db: Database,
  { secret }: Pick<Context['config'], 'secret'>
): Promise<boolean> {
  const own = keyId(sealKey(secret))
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from book_seals where key_id = ${own})
      and (select key_id from book_seals order by number desc limit 1) <> ${own} as found`.execute(
    db
  )
  return rows[0]?.found ?? false
}

async function sealOnce(
  { now, config }: Pick<Context, 'now' | 'config'>,
  tx: Tx
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${sealLock})`.execute(tx)
  await fixTimeZone(tx)
  const last = await readLastSeal(tx)
  const parts: SealPart[] = []
  for (const book of sealedBooks) {
    const part = await readFreshPart(tx, book)
    if (part) parts.push(part)
  }
  if (parts.length === 0) return false
  const seal = {
    number: (last?.number ?? 0n) + 1n,
    at: now(),
    previous: last?.digest ?? firstPrevious
  }
  const digest = sealDigest(seal, parts)
  const key = sealKey(config.secret)
  await tx
    .insertInto('book_seals')
    .values({ ...seal, digest, mac: macOf(key, digest), key_id: keyId(key) })
    .execute()
  for (const part of parts) await savePart(tx, seal.number, part)
  await addToBookDays(tx)
  return true
}

/** Returns the last seal; null while nothing is sealed. */
export async function readLastSeal(tx: Tx): Promise<{ number: bigint; digest: Buffer } | null> {
  const { rows } = await sql<{ number: bigint; digest: Buffer }>`
    select number, digest from book_seals order by number desc limit 1`.execute(tx)
  return rows[0] ?? null
}

/** Returns when the books were last sealed; null if they never were. */
export async function lastSealedAt(db: Database): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select at from book_seals order by number desc limit 1`.execute(db)
  return rows[0]?.at ?? null
}

/** Sets the session's time zone to UTC: rows are digested as JSON text, in which times depend on it. */
export async function fixTimeZone(tx: Tx): Promise<void> {
  await sql`set local timezone to 'UTC'`.execute(tx)
}

/** Writes a row as one unambiguous text, in which nulls, numbers and texts stay distinct. */
export function sealedRow(columns: readonly string[]) {
  return sql`json_build_array(${sql.join(columns.map(it => sql.ref(it)))})::text`
}

/** SHA-256 of the rows' texts in the order of their numbers. */
export const rowsDigest = sql`sha256(convert_to(string_agg(text, E'\n' order by number), 'UTF8'))`

/** Returns the condition for the table's rows that belong to a book. */
export const rowsOf = ({ where }: SealedBook) => sql.raw(where ?? 'true')

async function readFreshPart(tx: Tx, book: SealedBook): Promise<SealPart | null> {
  const number = sql.ref(book.number)
  const name = nameOf(book)
  const from = book.isUnordered
    ? sql`0::bigint`
    : sql`coalesce((select upper(rows) from book_progress where book = ${name}), 0) - ${reach}`
  const { rows } = await sql<{ rows: string | null; count: number; digest: Buffer }>`
    select range_agg(int8range(number, number + 1))::text as rows, count(*)::integer as count, ${rowsDigest} as digest
    from (
      select ${number}::bigint as number, ${sealedRow(book.columns)} as text
      from ${sql.table(book.table)}
      where ${number} >= ${from} and ${rowsOf(book)} and not exists (
        select from book_progress where book = ${name} and ${number}::bigint <@ rows)
      order by ${number} limit ${rowsAtOnce}) as fresh`.execute(tx)
  const [found] = rows
  if (!found?.rows) return null
  const { count, digest } = found
  return { book: name, columns: [...book.columns], rows: found.rows, count, digest }
}

async function savePart(tx: Tx, seal: bigint, part: SealPart): Promise<void> {
  await sql`
    insert into book_seal_parts (seal, book, columns, rows, count, digest)
    values (${seal}, ${part.book}, ${part.columns}, ${part.rows}::int8multirange, ${part.count}, ${part.digest})`.execute(
    tx
  )
  await sql`
    insert into book_progress (book, rows) values (${part.book}, ${part.rows}::int8multirange)
    on conflict (book) do update set rows = book_progress.rows + excluded.rows`.execute(tx)
}

type SealHead = { number: bigint; at: Date; previous: Buffer }

/** Computes the digest of a seal's content, on which the next seal builds. */
export function sealDigest({ number, at, previous }: SealHead, parts: readonly SealPart[]): Buffer {
  const said = parts
    .map(it => [it.book, it.columns, it.rows, it.count, it.digest.toString('hex')])
    .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1))
  return createHash('sha256')
    .update(previous)
    .update(JSON.stringify([number.toString(), at.toISOString(), said]))
    .digest()
}

export function sealKey(secret: Buffer): Buffer {
  return deriveKey(secret, 'mille book seals')
}

/** Returns an ID of a key that reveals nothing about the key. */
export function keyId(key: Buffer): Buffer {
  return createHash('sha256').update('key id').update(key).digest().subarray(0, 4)
}

export function macOf(key: Buffer, digest: Buffer): Buffer {
  return createHmac('sha256', key).update(digest).digest()
}
