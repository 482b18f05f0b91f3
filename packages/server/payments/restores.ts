import { sql } from 'kysely'
import type { PaymentsConfig } from '../config-payments.ts'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/connect.ts'
import { readMigration } from '../db/migrate.ts'
import { networkAccount, transferNow } from '../ledger/index.ts'
import type { ChainName, TokenCode } from './chain-facts.ts'

export type OpenRestore = {
  backupAt: Date
  restoredAt: Date
  /** From where on a chain is searched for payouts that the backup does not have; null for all of it. */
  bitcoinHash: string | null
  ethereumHeight: number | null
  gap: number
  bitcoinCheckedAt: Date | null
  ethereumCheckedAt: Date | null
}

/** The oldest restore that no operator has released payouts after; one search serves all that came later. */
export async function readRestore(db: Database | Tx): Promise<OpenRestore | null> {
  const { rows } = await sql<OpenRestore>`
    select backup_at as "backupAt", restored_at as "restoredAt", bitcoin_hash as "bitcoinHash",
      ethereum_height as "ethereumHeight", gap,
      (select case when bool_and(bitcoin_checked_at is not null) then max(bitcoin_checked_at) end from restores
        where released_at is null) as "bitcoinCheckedAt",
      (select case when bool_and(ethereum_checked_at is not null) then max(ethereum_checked_at) end from restores
        where released_at is null) as "ethereumCheckedAt"
    from restores where released_at is null order by id limit 1`.execute(db)
  return rows[0] ?? null
}

/** Whether something may have been paid that the books do not say yet. */
export async function isUnsearched(db: Database | Tx, chain: ChainName): Promise<boolean> {
  const restore = await readRestore(db)
  if (!restore) return false
  return (chain === 'bitcoin' ? restore.bitcoinCheckedAt : restore.ethereumCheckedAt) === null
}

export async function setSearched(tx: Tx, chain: ChainName, at: Date): Promise<void> {
  const column = chain === 'bitcoin' ? 'bitcoin_checked_at' : 'ethereum_checked_at'
  await tx
    .updateTable('restores')
    .set({ [column]: at })
    .where('released_at', 'is', null)
    .execute()
}

/** Whether each connected chain was searched since. */
export function isSearched(restore: OpenRestore, config: PaymentsConfig): boolean {
  return (
    (!config.bitcoin || restore.bitcoinCheckedAt !== null) &&
    (!config.ethereum || restore.ethereumCheckedAt !== null)
  )
}

/** Payouts go on. Refused until every connected chain was searched since. */
export async function releasePayouts(
  tx: Tx,
  { config, now }: Pick<Context, 'config' | 'now'>,
  userId: number | null
): Promise<'released' | 'not_found' | 'state_not_allowed'> {
  const restore = await readRestore(tx)
  if (!restore) return 'not_found'
  if (!isSearched(restore, config.payments)) return 'state_not_allowed'
  await tx
    .updateTable('restores')
    .set({ released_at: now(), released_by: userId })
    .where('released_at', 'is', null)
    .execute()
  return 'released'
}

export type UnknownPayout = {
  id: number
  chain: ChainName
  transactionId: string
  address: string
  tokenCode: TokenCode
  amount: bigint
  /** The only account that has this address for its withdrawals, if there is one. */
  userId: number | null
}

/** What left the network's addresses and no withdrawal asks for, newest first. */
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
 * Books what no withdrawal asks for once its payout stands in the books: the chain has less, and the loss is the
 * network's until the operator finds whose withdrawal it was.
 */
export async function bookUnknown(context: Context): Promise<void> {
  const { rows } = await sql<{ id: number; asset: 'BTC' | 'USD'; amount: bigint }>`
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

/**
 * On Ethereum indexes go on from the number of seconds since then: two restores of the same backup, with addresses given
 * out between them, would meet otherwise. On Bitcoin the node remembers how far it was told to watch.
 */
const firstMoment = '2026-01-01T00:00:00Z'
/** More than so many addresses beyond those that the rate before the backup lets expect. */
const leastGap = 1_000

/**
 * What was paid and given out since the backup is in no table. Until an operator has looked nothing is paid out, and the
 * addresses that may have been given out are passed over: in the same transaction, so that no server ever starts without.
 */
export async function markRestored(tx: Tx, at: string, now: Date): Promise<void> {
  const { rows } = await sql<{ known: boolean }>`
    select to_regclass('chains') is not null as known`.execute(tx)
  if (!rows[0]?.known) return
  await sql.raw(readMigration('0157-restores.sql')).execute(tx)
  await sql`
    with since as (
      select greatest(extract(epoch from ${now}::timestamptz - ${at}::timestamptz) / 86400, 0) as days
    ), given as (
      select count(*) / 7.0 as a_day from deposit_addresses
      where created_at > ${at}::timestamptz - interval '7 days'
    ), marked as (
      insert into restores (backup_at, restored_at, bitcoin_hash, ethereum_height, ethereum_from, gap)
      select ${at}::timestamptz, ${now}::timestamptz, bitcoin.read_hash, ethereum.read_height, ethereum.next_index,
        ${leastGap}::integer + ceil(10 * days * a_day)::integer
      from since, given, chains bitcoin, chains ethereum
      where bitcoin.name = 'bitcoin' and ethereum.name = 'ethereum'
      returning gap
    )
    update chains set next_index = greatest(next_index + gap,
      case name when 'ethereum' then extract(epoch from ${now}::timestamptz - ${firstMoment}::timestamptz)::integer end)
    from marked`.execute(tx)
}
