import type { TokenCode } from '@mille/api/payments/endpoints.ts'
import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database, Tx } from '../../db/connect.ts'
import { networkAccount, transferNow } from '../../ledger/index.ts'
import type { ChainName } from '../facts/chain-facts.ts'

export type OpenRestore = { id: number; backupAt: Date; restoredAt: Date; gap: number }
/** What is to be searched on a chain for payouts that the backup does not have. */
export type ChainSearch = {
  /** Block from which to search, the last one that was read, by hash or height; null for the whole chain. */
  readHash: string | null
  readHeight: number | null
  /** Number of addresses that may have been given out since the backup. */
  gap: number
  /** When the chain was searched; null while there may be payments that the books do not have yet. */
  checkedAt: Date | null
}

/**
 * Returns the oldest restore after which no operator has released payouts yet; one search covers all later restores.
 */
export async function readRestore(db: Database | Tx): Promise<OpenRestore | null> {
  const { rows } = await sql<OpenRestore>`
    select id, backup_at as "backupAt", restored_at as "restoredAt", gap
    from restores where released_at is null order by id limit 1`.execute(db)
  return rows[0] ?? null
}

/** Returns the newest restore, open or not; ID 0 if there was none. */
export async function readLastRestore(
  db: Database | Tx
): Promise<{ id: bigint; backupAt: Date | null }> {
  const { rows } = await sql<{ id: bigint; backupAt: Date }>`
    select id::bigint as id, backup_at as "backupAt" from restores order by id desc limit 1`.execute(
    db
  )
  return rows[0] ?? { id: 0n, backupAt: null }
}

/**
 * Returns what to search after open restores; null without one. A chain that a restore does not name is searched from
 * its first block.
 */
export async function readSearch(db: Database | Tx, chain: ChainName): Promise<ChainSearch | null> {
  const { rows } = await sql<ChainSearch>`
    select read_hash as "readHash", read_height as "readHeight", gap,
      case when bool_and(checked_at is not null) over () then max(checked_at) over () end as "checkedAt"
    from restores left join chain_searches search on restore_id = restores.id and chain = ${chain}
    where released_at is null order by restores.id limit 1`.execute(db)
  return rows[0] ?? null
}

/** Whether there may be payments on the chain that the books do not have yet. */
export async function isUnsearched(db: Database | Tx, chain: ChainName): Promise<boolean> {
  const search = await readSearch(db, chain)
  return search !== null && search.checkedAt === null
}

export async function setSearched(tx: Tx, chain: ChainName, at: Date): Promise<void> {
  await sql`
    insert into chain_searches (restore_id, chain, first_index, checked_at)
    select restores.id, name, next_index, ${at} from restores, chains
    where released_at is null and name = ${chain}
    on conflict (restore_id, chain) do update set checked_at = excluded.checked_at`.execute(tx)
}

export type UnknownPayout = {
  id: number
  chain: ChainName
  transactionId: string
  address: string
  tokenCode: TokenCode
  amount: bigint
  /** The account that uses this address for its withdrawals, if there is exactly one. */
  userId: number | null
}

/** Payouts from the network's addresses without a known withdrawal, newest first. */
export async function readUnknownPayouts(db: Database): Promise<UnknownPayout[]> {
  const { rows } = await sql<UnknownPayout>`
    select unknown.id, chain, transaction_id as "transactionId", unknown.address, unknown.token_code as "tokenCode",
      unknown.amount,
      (select case when count(distinct user_id) = 1 then min(user_id) end from payout_addresses known
        where known.address = unknown.address) as "userId"
    from unknown_payouts unknown join payouts on payouts.id = payout_id
    where payouts.state in ('signed', 'sent', 'confirmed')
    order by unknown.id desc limit 100`.execute(db)
  return rows
}

/**
 * Books confirmed payouts without a known withdrawal: the chain holds less, and the network bears the loss until the
 * operator finds the withdrawal.
 */
export async function bookUnknown(context: Context): Promise<void> {
  const { rows } = await sql<{ id: number; asset: Asset; amount: bigint }>`
    select unknown.id, asset, amount from unknown_payouts unknown join payouts on payouts.id = payout_id
    where booked_at is null and payouts.state = 'confirmed' order by unknown.id limit 1000`.execute(
    context.db
  )
  for (const { id, asset, amount } of rows) {
    const [from, to] = [networkAccount(asset, 'costs'), networkAccount(asset, 'outside')]
    const at = context.now()
    const subject = { type: 'unknown_payout', id: String(id) }
    const lost = {
      key: `unknown_payout:${id}`,
      kind: 'unknown_payout',
      amount,
      from,
      to,
      subject,
      at
    }
    const booked = await transferNow(context.pool, lost)
    if (!booked.ok) throw new Error(`The unknown payout ${id} could not be booked: ${booked.code}`)
    await context.db
      .updateTable('unknown_payouts')
      .set({ booked_at: at })
      .where('id', '=', id)
      .execute()
  }
}
