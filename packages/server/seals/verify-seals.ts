import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/connect.ts'
import { type LoggedSeal, readLoggedSeals, waitingSeals } from '../public-log/index.ts'
import {
  type AcceptedSeal,
  readAcceptances,
  type SealRange,
  unacceptedSeals
} from './accept-seals.ts'
import {
  firstPrevious,
  fixTimeZone,
  keyId,
  macOf,
  readLastSeal,
  rowsDigest,
  rowsOf,
  type SealPart,
  sealDigest,
  sealedRow,
  sealingPeriodMs,
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
/** Distance below the newest sealed row at which an unsealed row can only have been inserted later. */
const settledBelow = 100_000

export type SealsVerdict =
  | { ok: true; accepted: readonly AcceptedSeal[] }
  | { ok: false; problem: string }

/**
 * Recomputes every seal from the current rows, in the caller's snapshot. Returns the first problem as a sentence, or
 * the accepted seals of another secret; those in `asIfAccepted` count as accepted.
 */
export async function verifySeals(
  tx: Tx,
  { config, now }: Pick<Context, 'config' | 'now'>,
  named: NamedSeals,
  asIfAccepted: readonly SealRange[]
): Promise<SealsVerdict> {
  await fixTimeZone(tx)
  const accepted: AcceptedSeal[] = []
  const acceptances = await readAcceptances(tx, config)
  const isTaken = (seal: bigint) => asIfAccepted.some(it => it.first <= seal && seal <= it.last)
  const left = await unacceptedSeals(tx, config)
  const strangerProblem = (name: string, seal: bigint) => {
    const found = acceptances.find(seal)
    if (found?.isRight) accepted.push(found.accepted)
    else if (found)
      return `${name} was not accepted with the server’s secret, or not in the public log`
    else if (!isTaken(seal))
      return `${name} was made with another secret than the seal before it, like all of these: ${left}`
    return null
  }
  const problem =
    (await chainProblem(tx, sealKey(config.secret), strangerProblem)) ??
    (await neverSealed(tx, now())) ??
    (await otherThanLogged(tx, named)) ??
    (await changedRows(tx)) ??
    (await unsealedRows(tx)) ??
    (await wrongProgress(tx))
  return problem === null ? { ok: true, accepted } : { ok: false, problem }
}

/** Describes a ledger that was never sealed: a network's first seal is made within a minute of its first transfer. */
async function neverSealed(tx: Tx, now: Date): Promise<string | null> {
  if (await readLastSeal(tx)) return null
  const before = new Date(now.getTime() - 2 * sealingPeriodMs)
  const { rows } = await sql<{ at: Date }>`
    select at from ledger_transfers where at < ${before} order by id limit 1`.execute(tx)
  const [transfer] = rows
  return transfer
    ? `there is none, though the ledger has transfers since ${transfer.at.toISOString()}: either the seals were deleted, or no worker has run since`
    : null
}

/** The seals that the public log has named so far, which must be consecutive. */
export type NamedSeals = {
  /** Number of log entries that have been examined. */
  readTo: number
  /** The last seal that an earlier verification proved, along with all seals before it. */
  proven: LoggedSeal | null
  last: LoggedSeal | null
  /** Description of the first problem; null without one. */
  problem: string | null
}

/** Checks that the public log names each seal once, in order, and that the seals match. */
export async function addNamed(
  db: Database | Tx,
  named: NamedSeals,
  logged: readonly LoggedSeal[]
): Promise<void> {
  for (const seal of logged) {
    const { number, index } = seal
    const last = named.last?.number ?? 0n
    const what = `entry ${index} of the public log names seal ${number}`
    if (number <= last) named.problem ??= `${what} a second time: it was deleted and made again`
    if (number > last + 1n)
      named.problem ??= `${what} after seal ${last}: one between them is missing`
    named.last = seal
    named.readTo = index + 1
  }
  named.problem ??= await otherThan(db, logged)
}

/** Checks the entries that were added to the log since it was read, up to the caller's snapshot. */
async function otherThanLogged(tx: Tx, named: NamedSeals): Promise<string | null> {
  if (named.proven) named.problem ??= await otherThan(tx, [named.proven])
  for await (const logged of readLoggedSeals(tx, named.readTo)) await addNamed(tx, named, logged)
  if (named.problem !== null) return named.problem
  const { rows } = await sql<{ number: bigint }>`
    select number from book_seals
    where number > ${named.last?.number ?? 0n} and not exists (
      select from ${waitingSeals} as waiting where seal = number and hash = sha256(digest || mac))
    order by number limit 1`.execute(tx)
  return rows[0]
    ? `seal ${rows[0].number} is not in the public log, and does not wait for it`
    : null
}

async function otherThan(tx: Database | Tx, logged: readonly LoggedSeal[]): Promise<string | null> {
  const { rows } = await sql<{ number: bigint; index: bigint; isGone: boolean }>`
    select named.number, named.index, digest is null as "isGone"
    from unnest(${logged.map(it => it.number)}::bigint[], ${logged.map(it => it.index)}::bigint[],
      ${logged.map(it => it.hash)}::bytea[]) as named (number, index, hash)
    left join book_seals on book_seals.number = named.number
    where digest is null or named.hash <> sha256(digest || mac)
    order by named.number limit 1`.execute(tx)
  const [wrong] = rows
  if (!wrong) return null
  const what = wrong.isGone ? 'is gone' : 'was made again: it is another one'
  return `seal ${wrong.number}, which entry ${wrong.index} of the public log names, ${what}`
}

/**
 * Checks that each seal follows the previous one and was made with the server's secret, or else passes
 * `strangerProblem`.
 */
async function chainProblem(
  tx: Tx,
  key: Buffer,
  strangerProblem: (name: string, seal: bigint) => string | null
): Promise<string | null> {
  const ownKey = keyId(key)
  let hasOwn = false
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
      const problem = !isOwn && hasOwn ? strangerProblem(name, seal.number) : null
      if (problem !== null) return problem
      hasOwn ||= isOwn
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

/** Finds the first seal whose rows have changed since, by computing their digests again. */
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

/** Finds a row that is in no seal although its number is far below the sealed ones. */
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

/** Checks that the rows marked as sealed are exactly those in seals. */
async function wrongProgress(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ book: string; rows: string }>`
    select book, (coalesce(progress.rows, '{}') - coalesce(sealed.rows, '{}')
      + (coalesce(sealed.rows, '{}') - coalesce(progress.rows, '{}')))::text as rows
    from book_progress progress full join (
      select book, range_agg(piece) as rows from book_seal_parts, unnest(rows) as piece group by book
    ) as sealed using (book)
    where progress.rows is distinct from sealed.rows order by book limit 1`.execute(tx)
  const [wrong] = rows
  return wrong
    ? `${wrong.book}: rows ${shorten(wrong.rows)} count as sealed and are in no seal, or the other way round`
    : null
}

function shorten(rows: string): string {
  return rows.length > 80 ? `${rows.slice(0, 80)}…` : rows
}
