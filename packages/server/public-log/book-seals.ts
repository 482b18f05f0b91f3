import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import { noticeEntry, readNotice } from './charge.ts'
import { readEntries } from './read-log.ts'

export type WaitingSeal = { id: bigint; number: bigint; hash: Buffer }
/** A seal of the books as an entry of the log names it. */
export type LoggedSeal = { index: number; number: bigint; hash: Buffer }

/** Seals of one checkpoint at most. */
export const sealsAtOnce = 1_000
const entriesAtOnce = 4_096

/** Seals of the books that are not in the log yet, in the order in which they were made. */
export async function readWaitingSeals(tx: Tx): Promise<WaitingSeal[]> {
  const { rows } = await sql<WaitingSeal>`
    select id, seal as number, hash from public_log_seals
    where log_index is null order by id limit ${sealsAtOnce}`.execute(tx)
  return rows
}

export function sealEntry({ number, hash }: Omit<WaitingSeal, 'id'>, at: Date): Buffer {
  const said = { number: Number(number), hash: hash.toString('base64') }
  return noticeEntry({ at: at.toISOString(), kind: 'seal', ...said })
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

/** Rows of seals that wait for the log: SQL with `seal` and `hash`. */
export const waitingSeals = sql`(select seal, hash from public_log_seals where log_index is null)`

/** The seals that the log names, in its order, read from its entries alone. */
export async function* readLoggedSeals(tx: Tx): AsyncGenerator<LoggedSeal[]> {
  for (let from = 0; ; from += entriesAtOnce) {
    const entries = await readEntries(tx, { from, to: from + entriesAtOnce })
    yield entries.flatMap((entry, index) => {
      const seal = readSeal(entry)
      return seal ? [{ index: from + index, ...seal }] : []
    })
    if (entries.length < entriesAtOnce) return
  }
}

function readSeal(entry: Buffer): Omit<LoggedSeal, 'index'> | null {
  const notice = readNotice(entry)
  if (notice?.kind !== 'seal') return null
  return { number: BigInt(Number(notice.number)), hash: Buffer.from(String(notice.hash), 'base64') }
}
