import type { Result } from '@mille/api/result.ts'
import type pg from 'pg'
import type { Tx } from '../db/connect.ts'
import { type AccountRef, accountName } from './accounts.ts'
import { type Moved, moveOne, moveOneNow } from './move-one.ts'
import {
  type NewTransfer,
  planTransfers,
  refuseNonsense,
  type Transfer,
  type TransferFailure
} from './plan.ts'
import { lockForTransfers, writePlan } from './queries.ts'

export type TransferResult = Result<Transfer[], TransferFailure>

/**
 * Moves money: the whole batch, in its order, or none of it. A key that was already used for the same request returns
 * the stored transfer. After a failure nothing is written, and the caller's transaction can continue.
 *
 * A single transfer takes one statement; a batch of any size takes two. Accounts are locked in the order of their ids,
 * so that batches never deadlock, unless a transaction moves money in several calls.
 */
export async function transfer(tx: Tx, transfers: readonly NewTransfer[]): Promise<TransferResult> {
  for (const it of transfers) refuseHeld(it)
  return moveMoney(tx, transfers)
}

/** Does the same as `transfer`, but also allows held accounts, for use by holds. */
export async function moveMoney(
  tx: Tx,
  transfers: readonly NewTransfer[]
): Promise<TransferResult> {
  const [first] = transfers
  if (!first) return { ok: true, value: [] }
  for (const it of transfers) refuseNonsense(it)
  if (transfers.length === 1) return one(first, await moveOne(tx, first))

  const refs = new Map<string, AccountRef>()
  for (const { from, to } of transfers) {
    refs.set(accountName(from), from)
    refs.set(accountName(to), to)
  }
  const keys = transfers.map(it => it.key)
  const { accounts, stored } = await lockForTransfers(tx, [...refs.values()], keys)
  const plan = planTransfers(transfers, accounts, stored)
  if (!plan.ok) return plan
  const ids = await writePlan(tx, plan.value.writes, plan.value.touched)
  // Two requests with the same key and no account in common do not share a lock, and only conflict on the key itself.
  if (ids.size < plan.value.writes.length) return { ok: false, code: 'idempotency_key_reused' }
  const value = transfers.map(({ key, amount }) => {
    const id = stored.get(key)?.id ?? ids.get(key)
    if (id === undefined) throw new Error(`The transfer ${key} was not written`)
    return { id, key, amount }
  })
  return { ok: true, value }
}

/** Makes one transfer as a transaction of its own, in a single round trip to the database. */
export async function transferNow(pool: pg.Pool, request: NewTransfer): Promise<TransferResult> {
  refuseHeld(request)
  refuseNonsense(request)
  return one(request, await moveOneNow(pool, request))
}

function one({ key, amount }: NewTransfer, moved: Moved): TransferResult {
  if (typeof moved === 'string') return { ok: false, code: moved }
  return { ok: true, value: [{ id: moved, key, amount }] }
}

/** A held balance is the sum of its open holds, so only holds may move it. */
function refuseHeld({ key, from, to }: NewTransfer): void {
  if (from.kind === 'held' || to.kind === 'held')
    throw new RangeError(`Transfer ${key}: use a hold`)
}
