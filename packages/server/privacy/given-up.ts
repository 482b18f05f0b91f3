import { dayMs } from '@mille/api/durations.ts'
import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import { type AccountRef, networkAccount, transfer } from '../ledger/index.ts'

const batch = 500

type Left = AccountRef & { balance: bigint; entries: bigint }

/**
 * Moves what is left on deleted accounts to the network: what they gave up on deletion, and what reached them later,
 * such as earnings that had yet to mature. Their campaigns' money follows when nothing more can be charged to them.
 * Returns how many balances moved.
 */
export async function takeGivenUp(context: Pick<Context, 'db' | 'now'>): Promise<number> {
  const at = context.now()
  return context.db.transaction().execute(async tx => {
    const left = await readLeft(tx, at)
    await move(tx, left, at)
    return left.length
  })
}

/** Moves the money that an account gives up to the network, in the transaction that deletes the account. */
export async function giveUp(tx: Tx, userId: number, at: Date): Promise<void> {
  const { rows } = await sql<Left>`
    select owner, owner_id as "ownerId", asset, kind, balance, entries from ledger_accounts
    where owner = 'user' and owner_id = ${userId} and kind in ('available', 'promotion') and balance > 0
    order by id for no key update`.execute(tx)
  await move(tx, rows, at)
}

async function readLeft(tx: Tx, at: Date): Promise<Left[]> {
  const settledBefore = new Date(at.getTime() - dayMs)
  const { rows } = await sql<Left>`
    select owner, owner_id as "ownerId", asset, kind, balance, entries from ledger_accounts account
    where balance > 0 and kind in ('available', 'promotion') and (
      owner = 'user' and owner_id in (select id from users where deleted_at is not null)
      or owner = 'campaign' and owner_id in (
        select campaigns.id from campaigns join users on users.id = user_id
        where deleted_at < ${settledBefore} and campaigns.state not in ('active', 'pending'))
      and not exists (
        select from ledger_accounts held
        where held.owner = 'campaign' and held.owner_id = account.owner_id and held.kind = 'held' and held.balance > 0))
    order by id limit ${batch} for no key update`.execute(tx)
  return rows
}

async function move(tx: Tx, left: readonly Left[], at: Date): Promise<void> {
  const moved = await transfer(
    tx,
    left.map(({ balance, entries, ...from }) => ({
      // The account's number of entries makes the key unique each time that something is left.
      key: `given_up:${from.owner}:${from.ownerId}:${from.asset}:${from.kind}:${entries}`,
      kind: 'given_up',
      amount: balance,
      from,
      to: networkAccount(from.asset as Asset, from.kind === 'promotion' ? 'promotion' : 'fee'),
      at
    }))
  )
  if (!moved.ok) throw new Error(`What deleted accounts left did not move: ${moved.code}`)
}
