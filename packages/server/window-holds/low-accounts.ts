import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import { notify } from '../notifications/outbox.ts'

/** An account's remaining balance of an asset, including promotional credit. */
type Purse = { userId: number; asset: Asset; left: bigint }

/**
 * Notifies each account that has less than its self-funding campaigns need for a day: once, until the account has
 * enough again. The balances must be locked, so that no two transactions send the same notification.
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

/** Records accounts as low, and returns those that were not recorded before. */
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
 * Returns, per account, what its running self-funding campaigns may spend in a day beyond their own money, within their
 * limits. The sums are read as text, because they may exceed PostgreSQL's bigint.
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
