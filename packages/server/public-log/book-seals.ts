import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import { noticeEntry, readNotice } from './charge.ts'
import { readEntries } from './read-log.ts'

export type WaitingSeal = { id: bigint; number: bigint; hash: Buffer }
/** A seal of the books as named by an entry of the log. */
export type LoggedSeal = { index: number; number: bigint; hash: Buffer }

/** Maximum number of seals per checkpoint. */
export const sealsAtOnce = 1_000
const entriesAtOnce = 4_096

/** Returns seals of the books that are not in the log yet, in the order in which they were made. */
export async function readWaitingSeals(tx: Tx): Promise<WaitingSeal[]> {
  const { rows } = await sql<WaitingSeal>`
    select id, seal as number, hash from public_log_seals
    where log_index is null order by id limit ${sealsAtOnce}`.execute(tx)
  return rows
}

export const sealEntry = (seal: NamedSeal, at: Date) => sealNotice('seal', seal, at.toISOString())

type NamedSeal = { number: bigint; hash: Buffer }
/** Notice that a seal was made, or that a seal of another SECRET was accepted. */
type SealKind = 'seal' | 'accepted_seal'

export function sealNotice(kind: SealKind, { number, hash }: NamedSeal, at: string): Buffer {
  return noticeEntry({ at, kind, number: Number(number), hash: hash.toString('base64') })
}

export async function placeSeals(
  tx: Tx,
  seals: readonly WaitingSeal[],
  first: number
): Promise<void> {
  await sql`
    update public_log_seals set log_index = placed.log_index
    from unnest(${seals.map(it => it.id)}::bigint[], ${seals.map((_, index) => first + index)}::bigint[])
      as placed (id, log_index)
    where public_log_seals.id = placed.id`.execute(tx)
}

/** Subquery for seals that wait for the log, with the columns `seal` and `hash`. */
export const waitingSeals = sql`(select seal, hash from public_log_seals where log_index is null)`

export async function isWaitingForLog(
  tx: Tx,
  { first, last }: { first: bigint; last: bigint }
): Promise<boolean> {
  const { rows } = await sql`
    select from public_log_seals where log_index is null and seal between ${first} and ${last} limit 1`.execute(
    tx
  )
  return rows.length > 0
}

/**
 * Returns accepted seals with their hashes: those that the log names, read from its entries alone, and those that wait
 * for it.
 */
export async function readLoggedAcceptances(tx: Tx): Promise<Map<bigint, Buffer>> {
  const { rows } = await sql<NamedSeal>`
    select accepted_seal as number, seal_hash as hash from public_log_notices
    where kind = 'accepted_seal' and log_index is null order by id limit 1000000`.execute(tx)
  const found = new Map(rows.map(it => [it.number, it.hash]))
  for await (const seals of readNamed(tx, 'accepted_seal', 0))
    for (const { number, hash } of seals) found.set(number, hash)
  return found
}

/** Returns the seals that the log names from an index on, in order, read from its entries alone. */
export const readLoggedSeals = (tx: Tx, since = 0) => readNamed(tx, 'seal', since)

async function* readNamed(tx: Tx, kind: SealKind, since: number): AsyncGenerator<LoggedSeal[]> {
  for (let from = since; ; from += entriesAtOnce) {
    const entries = await readEntries(tx, { from, to: from + entriesAtOnce })
    yield entries.flatMap((entry, index) => {
      const seal = sealOf(readNotice(entry), kind)
      return seal ? [{ index: from + index, ...seal }] : []
    })
    if (entries.length < entriesAtOnce) return
  }
}

/** Returns the seal that a public entry names; null for any other entry. */
export function sealOf(
  notice: ReturnType<typeof readNotice>,
  kind: SealKind = 'seal'
): NamedSeal | null {
  if (notice?.kind !== kind) return null
  return { number: BigInt(Number(notice.number)), hash: Buffer.from(String(notice.hash), 'base64') }
}
