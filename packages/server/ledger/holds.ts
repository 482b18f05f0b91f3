import type { Result } from '@mille/api/result.ts'
import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import { type AccountRef, accountName } from './accounts.ts'
import type { NewTransfer, Subject, TransferFailure } from './plan.ts'
import { moveMoney } from './transfer.ts'

export type Hold = { id: bigint; amount: bigint }
export type HoldFailure =
  | TransferFailure
  | { code: 'hold_not_found' | 'hold_ended' | 'amount_over_hold' }

type EndedState = 'posted' | 'voided' | 'expired'
type StoredHold = {
  id: bigint
  amount: bigint
  state: string
  from: AccountRef
  held: AccountRef
}

/** Maximum number of holds that one call of `expireHolds` ends. */
const expiryBatch = 1000

export type NewHold = {
  key: string
  from: AccountRef
  amount: bigint
  reason: string
  subject?: Subject | undefined
  at: Date
  expiresAt?: Date | undefined
}

/** Sets money aside on the owner's held account, until the hold is posted, voided or expires. */
export async function hold(tx: Tx, request: NewHold): Promise<Result<Hold, TransferFailure>> {
  const made = await holdAll(tx, [request])
  if (!made.ok) return made
  const [first] = made.value
  if (!first) throw new Error(`The hold ${request.key} was not stored`)
  return { ok: true, value: first }
}

/** Sets several amounts aside, all or none. Returns the holds in the order of the requests. */
export async function holdAll(
  tx: Tx,
  requests: readonly NewHold[]
): Promise<Result<Hold[], TransferFailure>> {
  const moved = await moveMoney(
    tx,
    requests.map(({ key, from, amount, reason, subject, at }) => {
      const to: AccountRef = { ...from, kind: 'held' }
      return { key, kind: 'hold', amount, from, to, reason, subject, at }
    })
  )
  if (!moved.ok) return moved
  const { rows } = await sql<Hold & { key: string }>`
    with made as (
      insert into ledger_holds
        (key, request_hash, from_account, held_account, amount, reason, created_at, expires_at)
      select key, request_hash, from_account, to_account, amount, wanted.reason, wanted.at, expires_at
      from unnest(
        ${requests.map(it => it.key)}::text[], ${requests.map(it => it.reason)}::text[],
        ${requests.map(it => it.at)}::timestamptz[],
        ${requests.map(it => it.expiresAt ?? null)}::timestamptz[]
      ) as wanted (key, reason, at, expires_at)
      join ledger_transfers using (key)
      on conflict (key) do nothing
      returning id, amount, key)
    select id, amount, key from made
    union
    select id, amount, key from ledger_holds where key = any(${requests.map(it => it.key)}::text[])`.execute(
    tx
  )
  const byKey = new Map(rows.map(({ key, ...it }) => [key, it]))
  const value = requests.map(({ key }) => {
    const stored = byKey.get(key)
    if (!stored) throw new Error(`The hold ${key} was not stored`)
    return stored
  })
  return { ok: true, value }
}

/** Pays `amount` of a hold to an account and returns the rest to the account it came from. */
export async function postHold(
  tx: Tx,
  request: {
    holdId: bigint
    key: string
    amount: bigint
    to: AccountRef
    subject?: Subject | undefined
    at: Date
  }
): Promise<Result<Hold, HoldFailure>> {
  const { key, amount, to, subject, at } = request
  const found = await lockHold(tx, request.holdId)
  if (!found) return { ok: false, code: 'hold_not_found' }
  if (amount > found.amount) return { ok: false, code: 'amount_over_hold' }
  const transfers = [{ key, kind: 'hold_post', amount, from: found.held, to, subject, at }]
  const rest = found.amount - amount
  return endHold(
    tx,
    found,
    'posted',
    amount,
    [...transfers, ...giveBack(found, `${key}:rest`, rest, at, subject)],
    at
  )
}

/** Returns the whole hold to the account it came from. */
export async function voidHold(
  tx: Tx,
  request: { holdId: bigint; key: string; subject?: Subject | undefined; at: Date }
): Promise<Result<Hold, HoldFailure>> {
  const found = await lockHold(tx, request.holdId)
  if (!found) return { ok: false, code: 'hold_not_found' }
  const transfers = giveBack(found, request.key, found.amount, request.at, request.subject)
  return endHold(tx, found, 'voided', 0n, transfers, request.at)
}

/**
 * Several open holds of one owner that end together, with the payments from all of them. The holds pay in the order of
 * `holdIds`.
 */
export type HoldEnding = {
  holdIds: readonly bigint[]
  payments: readonly Pick<NewTransfer, 'key' | 'kind' | 'amount' | 'to' | 'subject'>[]
  at: Date
}

/**
 * Pays from holds to any number of accounts and returns what is left of each, with all endings and the transfers
 * `afterwards` in one batch. For callers that end a hold under a lock of their own: a repeated call fails because the
 * hold has ended.
 */
export async function endHolds(
  tx: Tx,
  endings: readonly HoldEnding[],
  afterwards: readonly NewTransfer[] = []
): Promise<Result<undefined, HoldFailure>> {
  const ids = endings.flatMap(it => it.holdIds)
  if (new Set(ids).size < ids.length) throw new RangeError('A hold ends once')
  const found = new Map((await lockHolds(tx, ids)).map(it => [it.id, it]))
  const transfers: NewTransfer[] = []
  const ended: { id: bigint; posted: bigint; at: Date }[] = []
  for (const { holdIds, payments, at } of endings) {
    const holds: StoredHold[] = []
    for (const id of holdIds) {
      const it = found.get(id)
      if (!it) return { ok: false, code: 'hold_not_found' }
      if (it.state !== 'open') return { ok: false, code: 'hold_ended' }
      holds.push(it)
    }
    const [first] = holds
    if (!first) throw new RangeError('An ending needs a hold')
    let unpaid = payments.reduce((sum, it) => sum + it.amount, 0n)
    transfers.push(...payments.map(it => ({ ...it, from: first.held, at })))
    for (const it of holds) {
      if (accountName(it.held) !== accountName(first.held))
        throw new RangeError(`Holds ${first.id} and ${it.id} are not of one account`)
      // biome-ignore lint/complexity/useMathMinMax: Math.min takes no bigint
      const posted = unpaid < it.amount ? unpaid : it.amount
      unpaid -= posted
      ended.push({ id: it.id, posted, at })
      transfers.push(...giveBack(it, `hold:${it.id}:rest`, it.amount - posted, at))
    }
    if (unpaid > 0n) return { ok: false, code: 'amount_over_hold' }
  }
  const moved = await moveMoney(tx, [...transfers, ...afterwards])
  if (!moved.ok) return moved
  await sql`
    update ledger_holds
    set state = case when ended.posted > 0 then 'posted' else 'voided' end, posted = ended.posted, ended_at = ended.at
    from unnest(
      ${ended.map(it => it.id)}::bigint[], ${ended.map(it => it.posted)}::bigint[],
      ${ended.map(it => it.at)}::timestamptz[]
    ) as ended (id, posted, at)
    where ledger_holds.id = ended.id`.execute(tx)
  return { ok: true, value: undefined }
}

/** Ends expired holds, at most a thousand, and returns how many. Other processes may run this at the same time. */
export async function expireHolds(tx: Tx, now: Date): Promise<number> {
  const { rows } = await sql<{ id: bigint }>`
    select id from ledger_holds where state = 'open' and expires_at <= ${now}
    order by id limit ${expiryBatch} for no key update skip locked`.execute(tx)
  const ids = rows.map(row => row.id)
  const due = await readHolds(tx, ids)
  const transfers = due.flatMap(it => giveBack(it, `hold:${it.id}:expiry`, it.amount, now))
  const moved = await moveMoney(tx, transfers)
  if (!moved.ok) throw new Error(`Holds cannot expire: ${moved.code}`)
  await sql`
    update ledger_holds set state = 'expired', ended_at = ${now} where id = any(${ids}::bigint[])`.execute(
    tx
  )
  return due.length
}

async function endHold(
  tx: Tx,
  found: StoredHold,
  state: EndedState,
  posted: bigint,
  transfers: NewTransfer[],
  at: Date
): Promise<Result<Hold, HoldFailure>> {
  const value = { id: found.id, amount: found.amount }
  if (found.state !== 'open') {
    // A repeated request finds its own transfers; any other request comes too late.
    const known = await countKeys(tx, transfers)
    if (known < transfers.length) {
      return { ok: false, code: known === 0 ? 'hold_ended' : 'idempotency_key_reused' }
    }
    const replayed = await moveMoney(tx, transfers)
    return replayed.ok ? { ok: true, value } : replayed
  }
  const moved = await moveMoney(tx, transfers)
  if (!moved.ok) return moved
  await tx
    .updateTable('ledger_holds')
    .set({ state, posted, ended_at: at })
    .where('id', '=', found.id)
    .execute()
  return { ok: true, value }
}

function giveBack(
  from: StoredHold,
  key: string,
  amount: bigint,
  at: Date,
  subject?: Subject
): NewTransfer[] {
  if (amount === 0n) return []
  return [{ key, kind: 'hold_return', amount, from: from.held, to: from.from, subject, at }]
}

async function countKeys(tx: Tx, transfers: readonly NewTransfer[]): Promise<number> {
  const rows = await tx
    .selectFrom('ledger_transfers')
    .select('id')
    .where(
      'key',
      'in',
      transfers.map(it => it.key)
    )
    .execute()
  return rows.length
}

/** Locks holds, always before the accounts, so that a transaction that ends a hold waits here and not in the middle. */
async function lockHolds(tx: Tx, ids: readonly bigint[]): Promise<StoredHold[]> {
  await sql`
    select id from ledger_holds where id = any(${ids}::bigint[]) order by id for no key update`.execute(
    tx
  )
  return readHolds(tx, ids)
}

async function lockHold(tx: Tx, id: bigint): Promise<StoredHold | null> {
  const [found] = await lockHolds(tx, [id])
  return found ?? null
}

async function readHolds(tx: Tx, ids: readonly bigint[]): Promise<StoredHold[]> {
  const { rows } = await sql<{
    id: bigint
    amount: bigint
    state: string
    owner: AccountRef['owner']
    owner_id: number
    asset: AccountRef['asset']
    kind: AccountRef['kind']
  }>`
    select hold.id, hold.amount, hold.state, owner, owner_id, asset, kind
    from ledger_holds hold join ledger_accounts on ledger_accounts.id = hold.from_account
    where hold.id = any(${ids}::bigint[])
    order by hold.id`.execute(tx)
  return rows.map(({ id, amount, state, owner, owner_id, asset, kind }) => {
    const from: AccountRef = { owner, ownerId: owner_id, asset, kind }
    return { id, amount, state, from, held: { ...from, kind: 'held' } }
  })
}
