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
 * Moves money: the whole batch, in its order, or nothing of it. A key that was used for the same request gives the
 * stored transfer again. After a failure nothing is written and the caller's transaction continues.
 *
 * One statement for one transfer, two for a batch of any size. Accounts are locked in the order of their ids, so that
 * batches never wait for each other in a circle; a transaction that moves money in several calls gives that up.
 */
export async function transfer(tx: Tx, transfers: readonly NewTransfer[]): Promise<TransferResult> {
  for (const it of transfers) refuseHeld(it)
  return moveMoney(tx, transfers)
}

/** As `transfer`, and also to and from held accounts, for the holds themselves. */
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
  // Two requests with one key and no account in common meet at no lock, only at the key itself.
  if (ids.size < plan.value.writes.length) return { ok: false, code: 'idempotency_key_reused' }
  const value = transfers.map(({ key, amount }) => {
    const id = stored.get(key)?.id ?? ids.get(key)
    if (id === undefined) throw new Error(`The transfer ${key} was not written`)
    return { id, key, amount }
  })
  return { ok: true, value }
}

/** One transfer that is a transaction of its own: a single trip to the database. */
export async function transferNow(pool: pg.Pool, request: NewTransfer): Promise<TransferResult> {
  refuseHeld(request)
  refuseNonsense(request)
  return one(request, await moveOneNow(pool, request))
}

function one({ key, amount }: NewTransfer, moved: Moved): TransferResult {
  if (typeof moved === 'string') return { ok: false, code: moved }
  return { ok: true, value: [{ id: moved, key, amount }] }
}

/** A held balance is the sum of its open holds: only they may move it. */
function refuseHeld({ key, from, to }: NewTransfer): void {
  if (from.kind === 'held' || to.kind === 'held')
    throw new RangeError(`Transfer ${key}: use a hold`)
}
