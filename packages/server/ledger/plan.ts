import { hash } from 'node:crypto'
import type { Result } from '@mille/api/result.ts'
import { largestAmount } from '@mille/money/amount.ts'
import { type AccountRef, accountName, mayOwe } from './accounts.ts'

export type NewTransfer = {
  /** Idempotency key, unique forever. The same key with the same request has one effect. */
  key: string
  /** Kind of transfer, such as `settlement` or `adjustment`. */
  kind: string
  /** Amount in units of 1e-8 of the accounts' asset, greater than zero. */
  amount: bigint
  from: AccountRef
  to: AccountRef
  reason?: string | undefined
  /** What the transfer is about, for finding all transfers of one thing. It is not part of the request's hash. */
  subject?: Subject | undefined
  at: Date
}
/** Identifies a thing of another module, such as `order` and `7`. */
export type Subject = { type: string; id: string }
export type Transfer = { id: bigint; key: string; amount: bigint }
export type TransferFailure = { code: 'insufficient_funds' | 'idempotency_key_reused' }

/** An account whose row is locked. */
export type LockedAccount = { id: number; balance: bigint; entries: bigint }
export type StoredTransfer = Transfer & { requestHash: Buffer }
export type PlannedTransfer = {
  transfer: NewTransfer
  requestHash: Buffer
  /** The payer's and the payee's account after the new entry, with its sequence number and balance. */
  from: LockedAccount
  to: LockedAccount
}
type Plan = { writes: PlannedTransfer[]; touched: LockedAccount[] }

/**
 * Plans the entries of a batch, one transfer after the other, from the current balances. Transfers that are already
 * stored are skipped. If the batch cannot be paid in its order, nothing is planned.
 */
export function planTransfers(
  transfers: readonly NewTransfer[],
  accounts: ReadonlyMap<string, LockedAccount>,
  stored: ReadonlyMap<string, StoredTransfer>
): Result<Plan, TransferFailure> {
  const fresh = new Map<string, { transfer: NewTransfer; requestHash: Buffer }>()
  for (const transfer of transfers) {
    const requestHash = hashRequest(transfer)
    const known = stored.get(transfer.key) ?? fresh.get(transfer.key)
    if (known && !known.requestHash.equals(requestHash)) {
      return { ok: false, code: 'idempotency_key_reused' }
    }
    if (!known) fresh.set(transfer.key, { transfer, requestHash })
  }
  const current = new Map(accounts)
  const writes: PlannedTransfer[] = []
  for (const { transfer, requestHash } of fresh.values()) {
    // Funds are checked first, because an amount above every balance may also be more than an account can hold.
    const from = addEntry(current, transfer.from, -transfer.amount)
    if (from.balance < 0n && !mayOwe(transfer.from))
      return { ok: false, code: 'insufficient_funds' }
    const to = addEntry(current, transfer.to, transfer.amount)
    writes.push({ transfer, requestHash, from, to })
  }
  const touched = [...current].filter(([name, it]) => it !== accounts.get(name)).map(([, it]) => it)
  return { ok: true, value: { writes, touched } }
}

/** Refuses requests that only a bug can make, before anything reaches the database. */
export function refuseNonsense({ key, amount, from, to }: NewTransfer): void {
  if (amount <= 0n || amount > largestAmount)
    throw new RangeError(`Transfer ${key}: amount ${amount}`)
  if (key === '') throw new RangeError('A transfer needs a key')
  if (from.asset !== to.asset)
    throw new RangeError(`Transfer ${key}: from ${from.asset} to ${to.asset}`)
  if (accountName(from) === accountName(to)) {
    throw new RangeError(`Transfer ${key}: from and to are ${accountName(from)}`)
  }
}

/** Hashes what makes two requests the same: everything but the moment, which differs when a request is repeated. */
export function hashRequest({ kind, amount, from, to, reason }: NewTransfer): Buffer {
  const request = [kind, amount.toString(), accountName(from), accountName(to), reason ?? null]
  return hash('sha256', JSON.stringify(request), 'buffer')
}

function addEntry(
  current: Map<string, LockedAccount>,
  ref: AccountRef,
  amount: bigint
): LockedAccount {
  const name = accountName(ref)
  const before = current.get(name)
  if (!before) throw new Error(`The account ${name} is not locked`)
  const after = { id: before.id, balance: before.balance + amount, entries: before.entries + 1n }
  if (after.balance > largestAmount || after.balance < -largestAmount) {
    throw new RangeError(`The account ${name} cannot hold ${after.balance}`)
  }
  current.set(name, after)
  return after
}
