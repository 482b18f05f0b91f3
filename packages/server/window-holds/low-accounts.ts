import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import { notify } from '../notifications/outbox.ts'

/** What an account has of an asset, with its promotional credit. */
type Purse = { userId: number; asset: Asset; left: bigint }

/**
 * Notifies each account that has less than its campaigns that fund themselves need for a day: once, until it has enough
 * again. Its balances must be locked, so that no two transactions do so.
 */
export async function notifyLowAccounts(tx: Tx, purses: readonly Purse[], at: Date): Promise<void> {
  const needs = await readNeeds(tx, purses, at)
  const compared = purses.map((it, index) => ({ ...it, need: needs[index] ?? 0n }))
  const low = compared.filter(it => it.left < it.need)
  if (low.length < compared.length) {
    const enough = compared.filter(it => it.left >= it.need)
    await forget(tx, enough)
  }
  if (low.length === 0) return
  const added = await add(tx, low, at)
  for (const { userId, asset, left, need } of low) {
    if (!added.some(it => it.user_id === userId && it.asset === asset)) continue
    await notify(tx, {
      kind: 'account_low_funds',
      data: { amount: left.toString(), need: need.toString(), asset },
      userId,
      event: `account low on ${asset} ${at.toISOString()}`,
      at
    })
  }
}

async function forget(tx: Tx, enough: readonly Purse[]): Promise<void> {
  await sql`
    delete from low_accounts where (user_id, asset) in (select * from ${listOf(enough)} as purse)`.execute(
    tx
  )
}

/** Gives those that were not there before. */
async function add(tx: Tx, low: readonly Purse[], at: Date) {
  const { rows } = await sql<{ user_id: number; asset: string }>`
    insert into low_accounts (user_id, asset, notified_at)
    select user_id, asset, ${at} from ${listOf(low)} as purse (user_id, asset)
    on conflict do nothing returning user_id, asset`.execute(tx)
  return rows
}

const listOf = (purses: readonly Purse[]) =>
  sql`unnest(${purses.map(it => it.userId)}::integer[], ${purses.map(it => it.asset)}::text[])`

/**
 * What the campaigns of each account that run and fund themselves may spend in a day and do not have, as far as their limits
 * allow. The sums are text: they may be too large for a bigint of the database.
 */
async function readNeeds(tx: Tx, purses: readonly Purse[], at: Date): Promise<bigint[]> {
  const { rows } = await sql<{ need: string }>`
    select coalesce(sum(greatest(least(terms.daily_budget, auto_fund_daily_max, auto_fund_total_max - drawn.total) - own.money, 0)), 0)::text as need
    from unnest(${purses.map(it => it.userId)}::integer[], ${purses.map(it => it.asset)}::text[])
      with ordinality as purse (user_id, asset, number)
    left join campaigns on campaigns.user_id = purse.user_id and campaigns.asset = purse.asset
      and auto_fund and state = 'active'
      and (starts_at is null or starts_at <= ${at}) and (ends_at is null or ends_at > ${at})
    left join lateral (
      select daily_budget from campaign_terms
      where campaign_id = campaigns.id and valid_from <= ${at} order by id desc limit 1) as terms on true
    left join lateral (
      select coalesce(max(total), 0) as total from campaign_draws where campaign_id = campaigns.id) as drawn on true
    left join lateral (
      select coalesce(sum(balance), 0) as money from shared_ledger_accounts
      where owner = 'campaign' and owner_id = campaigns.id and shared_ledger_accounts.asset = purse.asset) as own on true
    group by number order by number`.execute(tx)
  return rows.map(it => BigInt(it.need))
}
