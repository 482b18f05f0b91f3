import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import { type AccountRef, accountName } from './accounts.ts'
import type { LockedAccount, PlannedTransfer, StoredTransfer } from './plan.ts'

type AccountRow = { account: number; balance: bigint; entries: bigint } & NamedRow
type NamedRow = Pick<AccountRef, 'owner' | 'asset' | 'kind'> & { owner_id: number }
type TransferRow = {
  account: null
  transfer: bigint
  key: string
  amount: bigint
  request_hash: Buffer
}

/** Locks the accounts, creates missing ones, and finds the transfers that already use one of the keys. */
export async function lockForTransfers(
  tx: Tx,
  refs: readonly AccountRef[],
  keys: readonly string[]
): Promise<{ accounts: Map<string, LockedAccount>; stored: Map<string, StoredTransfer> }> {
  const { rows } = await sql<AccountRow | TransferRow>`
    select account, owner, owner_id, asset, kind, balance, entries, transfer, key, amount, request_hash
    from lock_for_transfers(${columnsOf(refs)}, ${keys}::text[])`.execute(tx)
  const accounts = new Map<string, LockedAccount>()
  const stored = new Map<string, StoredTransfer>()
  for (const row of rows) {
    if (row.account === null) {
      const { transfer: id, key, amount, request_hash: requestHash } = row
      stored.set(key, { id, key, amount, requestHash })
    } else {
      const { account: id, balance, entries, owner_id: ownerId, ...name } = row
      accounts.set(accountName({ ...name, ownerId }), { id, balance, entries })
    }
  }
  return { accounts, stored }
}

/**
 * Writes transfers, their entries and the new balances. Returns the ids by key; a key that is already used has none.
 */
export async function writePlan(
  tx: Tx,
  writes: readonly PlannedTransfer[],
  touched: readonly LockedAccount[]
): Promise<Map<string, bigint>> {
  if (writes.length === 0) return new Map()
  const entries = writes.flatMap(({ transfer: { key, amount }, from, to }) => [
    { key, ...from, amount: -amount },
    { key, ...to, amount }
  ])
  const { rows } = await sql<{ id: bigint; key: string }>`
    select id, key from write_transfers(
      ${writes.map(it => it.transfer.key)}::text[],
      ${writes.map(it => it.requestHash)}::bytea[],
      ${writes.map(it => it.transfer.kind)}::text[],
      ${writes.map(it => it.transfer.from.asset)}::text[],
      ${writes.map(it => it.transfer.amount)}::bigint[],
      ${writes.map(it => it.from.id)}::integer[],
      ${writes.map(it => it.to.id)}::integer[],
      ${writes.map(it => it.transfer.reason ?? null)}::text[],
      ${writes.map(it => it.transfer.at)}::timestamptz[],
      ${writes.map(it => it.transfer.subject?.type ?? null)}::text[],
      ${writes.map(it => it.transfer.subject?.id ?? null)}::text[],
      ${entries.map(it => it.key)}::text[],
      ${entries.map(it => it.id)}::integer[],
      ${entries.map(it => it.entries)}::bigint[],
      ${entries.map(it => it.amount)}::bigint[],
      ${entries.map(it => it.balance)}::bigint[],
      ${touched.map(it => it.id)}::integer[],
      ${touched.map(it => it.balance)}::bigint[],
      ${touched.map(it => it.entries)}::bigint[])`.execute(tx)
  return new Map(rows.map(row => [row.key, row.id]))
}

/** Returns the balance of each account; 0 for an account that was never used. */
export async function balances(db: Database | Tx, refs: readonly AccountRef[]): Promise<bigint[]> {
  const { rows } = await sql<{ balance: bigint }>`
    select coalesce(known.balance, 0::bigint) as balance
    from unnest(${columnsOf(refs)}) with ordinality as wanted (owner, owner_id, asset, kind, place)
    left join ledger_accounts known using (owner, owner_id, asset, kind)
    order by place`.execute(db)
  return rows.map(row => row.balance)
}

/**
 * Locks the accounts until the transaction ends and returns their balances, for callers that decide by them what to
 * move. Accounts that were never used have no row to lock. Call this once, before anything is moved: see `transfer`.
 */
export async function lockBalances(tx: Tx, refs: readonly AccountRef[]): Promise<bigint[]> {
  await sql`
    select id from ledger_accounts
    join unnest(${columnsOf(refs)}) as wanted (owner, owner_id, asset, kind) using (owner, owner_id, asset, kind)
    order by id for no key update of ledger_accounts`.execute(tx)
  return balances(tx, refs)
}

export type Entry = {
  sequence: bigint
  transfer: bigint
  key: string
  kind: string
  /** Amount of the entry; negative when money left the account. */
  amount: bigint
  /** Balance of the account after this entry. */
  balance: bigint
  reason: string | null
  at: Date
}

/** Returns an account's entries, newest first. */
export async function entriesOf(
  db: Database | Tx,
  ref: AccountRef,
  page: { offset: number; limit: number }
): Promise<Entry[]> {
  return db
    .selectFrom('ledger_accounts as account')
    .innerJoin('ledger_entries as entry', 'entry.account', 'account.id')
    .innerJoin('ledger_transfers as transfer', 'transfer.id', 'entry.transfer')
    .select([
      'entry.sequence',
      'entry.transfer',
      'transfer.key',
      'transfer.kind',
      'entry.amount',
      'entry.balance',
      'transfer.reason',
      'transfer.at'
    ])
    .where('account.owner', '=', ref.owner)
    .where('account.owner_id', '=', ref.ownerId)
    .where('account.asset', '=', ref.asset)
    .where('account.kind', '=', ref.kind)
    .orderBy('entry.sequence', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
}

function columnsOf(refs: readonly AccountRef[]) {
  return sql`
    ${refs.map(it => it.owner)}::text[],
    ${refs.map(it => it.ownerId)}::integer[],
    ${refs.map(it => it.asset)}::text[],
    ${refs.map(it => it.kind)}::text[]`
}

/**
 * Selects the transfers of one kind whose keys have a prefix, for the checks of the modules that made them. Use it as a
 * subquery.
 */
export const transfersNamed = (kind: string, prefix: string) => sql`
  select key, amount, payer.kind as payer, payee.kind as payee, payee.owner_id as payee_id
  from ledger_transfers transfer
  join ledger_accounts payer on payer.id = from_account
  join ledger_accounts payee on payee.id = to_account
  where transfer.kind = ${kind} and starts_with(key, ${prefix})`

/** Whether any of the owners has money, available or held, in any asset. */
export async function hasMoneyOn(
  db: Database | Tx,
  owners: readonly { owner: AccountRef['owner']; ids: readonly number[] }[]
): Promise<boolean> {
  for (const { owner, ids } of owners) {
    const { rows } = await sql<{ found: boolean }>`
      select exists (
        select from ledger_accounts
        where owner = ${owner} and owner_id = any(${ids}::integer[])
          and kind in ('available', 'held') and balance > 0
      ) as found`.execute(db)
    if (rows[0]?.found) return true
  }
  return false
}
