import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { deriveKey } from '../config/derive-key.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import { isWaitingForLog, readLoggedAcceptances } from '../public-log/index.ts'
import { keyId, sealKey } from './seal-books.ts'

/** A seal made with another secret that an operator has accepted. */
export type AcceptedSeal = { seal: bigint; reason: string; acceptedAt: Date }
/** Range of seal numbers, both ends included. */
export type SealRange = { first: bigint; last: bigint }

type Stored = AcceptedSeal & { mac: Buffer; sealHash: Buffer }

/** Maximum number of accepted seals: a week of a process that seals each minute. */
export const maxAccepted = 10_000n

/**
 * Returns why these seals cannot be accepted, whatever the rest of the books says, as a sentence, or null. They must
 * come from a process with another secret, between the server's own seals. The own seal after them vouches for them:
 * without the secret, no one can have added or changed them later.
 */
export async function whyNotAcceptable(
  tx: Tx,
  { secret }: Pick<Context['config'], 'secret'>,
  { first, last }: SealRange
): Promise<string | null> {
  const own = keyId(sealKey(secret))
  const { rows } = await sql<{
    count: bigint
    own: bigint | null
    accepted: bigint | null
    hasBefore: boolean
    hasAfter: boolean
  }>`
    select count(*) as count, min(number) filter (where key_id = ${own}) as own,
      (select min(seal) from accepted_seals where seal between ${first} and ${last}) as accepted,
      exists (select from book_seals where number < ${first} and key_id = ${own}) as "hasBefore",
      exists (select from book_seals where number > ${last} and key_id = ${own}) as "hasAfter"
    from book_seals where number between ${first} and ${last}`.execute(tx)
  const [found] = rows
  if (!found || found.count !== last - first + 1n) return 'not all of these seals exist'
  if (found.own !== null) return `seal ${found.own} names the server’s own SECRET`
  if (found.accepted !== null) return `seal ${found.accepted} is accepted already`
  if (!found.hasBefore)
    return 'no seal before them was made with the SECRET of the server, so that nothing has to be accepted'
  if (!found.hasAfter)
    return 'no seal after them was made with the SECRET of the server yet: let a worker run for two minutes'
  const waits = await isWaitingForLog(tx, { first, last })
  return waits ? 'they are not in the public log yet: let a worker run for two minutes' : null
}

export async function saveAcceptance(
  tx: Tx,
  { config, now }: Pick<Context, 'config' | 'now'>,
  { first, last }: SealRange,
  reason: string
): Promise<void> {
  const acceptedAt = now()
  const { rows } = await sql<{ seal: bigint; sealHash: Buffer }>`
    select number as seal, sha256(digest || mac) as "sealHash" from book_seals
    where number between ${first} and ${last} order by number limit ${maxAccepted}`.execute(tx)
  for (const row of rows) {
    const mac = macOfAcceptance(config.secret, { ...row, reason, acceptedAt })
    await sql`
      insert into accepted_seals (seal, reason, accepted_at, mac)
      values (${row.seal}, ${reason}, ${acceptedAt}, ${mac})`.execute(tx)
  }
}

/** Returns all seals that `mille accept-seal` still needs, in its format: `7-12,15`. */
export async function unacceptedSeals(
  tx: Tx,
  { secret }: Pick<Context['config'], 'secret'>
): Promise<string> {
  const own = keyId(sealKey(secret))
  const { rows } = await sql<{ first: bigint; last: bigint }>`
    select lower(piece) as first, upper(piece) - 1 as last from unnest((
      select range_agg(int8range(number, number + 1)) from book_seals
      where key_id <> ${own} and number > (select min(number) from book_seals where key_id = ${own})
        and not exists (select from accepted_seals where seal = number))) as piece
    order by first limit 1000`.execute(tx)
  return rows.map(({ first, last }) => (first === last ? first : `${first}-${last}`)).join(',')
}

export type Acceptances = {
  /**
   * Returns null for a seal that was not accepted; otherwise whether the row was made with the server's secret and is
   * in the public log.
   */
  find: (seal: bigint) => { isRight: boolean; accepted: AcceptedSeal } | null
}

/** Reads the accepted seals from the database. */
export async function readAcceptances(
  tx: Tx,
  { secret }: Pick<Context['config'], 'secret'>
): Promise<Acceptances> {
  const { rows } = await sql<Stored>`
    select seal, reason, accepted_at as "acceptedAt", accepted_seals.mac, sha256(digest || book_seals.mac) as "sealHash"
    from accepted_seals join book_seals on number = seal order by seal limit 1000000`.execute(tx)
  const stored = new Map(rows.map(row => [row.seal, row]))
  const logged = stored.size > 0 ? await readLoggedAcceptances(tx) : new Map<bigint, Buffer>()
  return {
    find(seal) {
      const row = stored.get(seal)
      if (!row) return null
      const { reason, acceptedAt, sealHash } = row
      const isOwn = timingSafeEqual(macOfAcceptance(secret, row), row.mac)
      const isLogged = logged.get(seal)?.equals(sealHash) === true
      return { isRight: isOwn && isLogged, accepted: { seal, reason, acceptedAt } }
    }
  }
}

function macOfAcceptance(
  secret: Buffer,
  { seal, sealHash, reason, acceptedAt }: Omit<Stored, 'mac'>
): Buffer {
  const key = deriveKey(secret, 'mille accepted seals')
  const said = [`${seal}`, sealHash.toString('hex'), reason, acceptedAt.toISOString()]
  return createHmac('sha256', key).update(JSON.stringify(said)).digest()
}
