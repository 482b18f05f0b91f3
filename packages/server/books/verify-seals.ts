import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import {
  firstPrevious,
  fixTimeZone,
  keyId,
  macOf,
  rowsDigest,
  rowsOf,
  type SealPart,
  sealDigest,
  sealedRow,
  sealKey
} from './seal-books.ts'
import { nameOf, sealedBooks } from './sealed-books.ts'

type Seal = {
  number: bigint
  at: Date
  previous: Buffer
  digest: Buffer
  mac: Buffer
  key_id: Buffer
}
type StoredPart = SealPart & { seal: bigint }

const sealsAtOnce = 1_000
/** A row that is not sealed this far below the newest sealed one never will be: it was slipped in. */
const settledBelow = 100_000

/**
 * Makes every seal anew from the rows that are there now. Gives the first that does not fit, in words, or null.
 * Everything is read in the caller's snapshot.
 */
export async function sealProblem(
  tx: Tx,
  { config }: Pick<Context, 'config'>
): Promise<string | null> {
  await fixTimeZone(tx)
  return (
    (await chainProblem(tx, sealKey(config.secret))) ??
    (await changedRows(tx)) ??
    (await unsealedRows(tx))
  )
}

/** Each seal follows the one before it and was made with the server's secret. */
async function chainProblem(tx: Tx, key: Buffer): Promise<string | null> {
  const ownKey = keyId(key)
  let before: Seal | null = null
  for (;;) {
    const last: bigint = before?.number ?? 0n
    const { rows: seals } = await sql<Seal>`
      select number, at, previous, digest, mac, key_id from book_seals
      where number > ${last} order by number limit ${sealsAtOnce}`.execute(tx)
    if (seals.length === 0) return null
    const parts = await readParts(tx, last, seals.at(-1)?.number ?? last)
    for (const seal of seals) {
      const name = `seal ${seal.number} of ${seal.at.toISOString()}`
      if (seal.number !== (before?.number ?? 0n) + 1n) return `before ${name} one is missing`
      if (!seal.previous.equals(before?.digest ?? firstPrevious))
        return `${name} does not follow the one before it`
      if (!sealDigest(seal, parts.get(seal.number) ?? []).equals(seal.digest))
        return `${name} does not say what it was made of`
      // A seal from before the secret was changed can be followed, but only the chain vouches for it.
      const isOwn = seal.key_id.equals(ownKey)
      if (isOwn && !timingSafeEqual(macOf(key, seal.digest), seal.mac))
        return `${name} was not made with the server’s secret`
      if (!isOwn && before?.key_id.equals(ownKey))
        return `${name} was made with another secret than the seal before it`
      before = seal
    }
  }
}

async function readParts(tx: Tx, after: bigint, upTo: bigint): Promise<Map<bigint, StoredPart[]>> {
  const { rows } = await sql<StoredPart>`
    select seal, book, columns, rows::text as rows, count, digest from book_seal_parts
    where seal > ${after} and seal <= ${upTo}`.execute(tx)
  return Map.groupBy(rows, it => it.seal)
}

/** The rows of each part, digested as they are now. */
async function changedRows(tx: Tx): Promise<string | null> {
  const { rows: kinds } = await sql<{ book: string; columns: string[] }>`
    select distinct book, columns from book_seal_parts order by book, columns`.execute(tx)
  for (const { book, columns } of kinds) {
    const sealed = sealedBooks.find(it => nameOf(it) === book)
    if (!sealed) return `there are seals of ${book}, which is not a book`
    const number = sql.ref(`${sealed.table}.${sealed.number}`)
    const { rows } = await sql<{
      seal: bigint
      at: Date
      rows: string
      count: number
      found: number
    }>`
      select part.seal, book_seals.at, part.rows::text as rows, part.count, coalesce(found.count, 0) as found
      from book_seal_parts part join book_seals on book_seals.number = part.seal
      left join lateral (
        select count(*)::integer as count, ${rowsDigest} as digest
        from (
          select ${number}::bigint as number, ${sealedRow(columns)} as text
          from unnest(part.rows) as piece
          join ${sql.table(sealed.table)} on ${number} >= lower(piece) and ${number} < upper(piece)) as texts
      ) as found on true
      where part.book = ${book} and part.columns = ${columns}
        and (found.count, found.digest) is distinct from (part.count, part.digest)
      order by part.seal limit 1`.execute(tx)
    const [broken] = rows
    if (broken) {
      const what =
        broken.found < broken.count
          ? `${broken.count - broken.found} of ${broken.count} rows are gone`
          : 'a row was changed'
      return `${book}: ${what} since ${broken.at.toISOString()} (seal ${broken.seal}, rows ${shorten(broken.rows)})`
    }
  }
  return null
}

/** A row whose number lies far below what is sealed, and that is in no seal. */
async function unsealedRows(tx: Tx): Promise<string | null> {
  for (const book of sealedBooks) {
    const name = nameOf(book)
    const id = sql.ref(book.number)
    const { rows } = await sql<{ id: string }>`
      with sealed as (
        select range_agg(piece) as rows, max(upper(piece)) as upto
        from book_seal_parts, unnest(rows) as piece where book = ${name})
      select ${id}::text as id from ${sql.table(book.table)}, sealed
      where sealed.rows is not null and ${rowsOf(book)} and ${id} < upto - ${settledBelow} and not ${id}::bigint <@ sealed.rows
      order by ${id} limit 1`.execute(tx)
    if (rows[0]) return `${name}: row ${rows[0].id} was added behind the seals`
  }
  return null
}

function shorten(rows: string): string {
  return rows.length > 80 ? `${rows.slice(0, 80)}…` : rows
}
