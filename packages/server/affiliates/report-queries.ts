import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'

/** First and last day in UTC such as 2026-11-27, both included. */
export type Days = { from: string; to: string }

const begin = ({ from }: Days) => sql`${from}::timestamp at time zone 'UTC'`
const end = ({ to }: Days) => sql`(${to}::timestamp + interval '1 day') at time zone 'UTC'`
const dayOf = (at: ReturnType<typeof sql>) => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD')`

/**
 * Returns the clicks by day, and the first day on which clicks were counted for any partner; null if there were none.
 */
export async function readClickDays(
  db: Database | Tx,
  userId: number,
  { from, to }: Days
): Promise<{ since: string | null; days: Map<string, number> }> {
  const { rows } = await sql<{ day: string; clicks: bigint }>`
    select day::text as day, clicks from affiliate_click_days
    where user_id = ${userId} and day >= ${from}::date and day <= ${to}::date limit 1000`.execute(
    db
  )
  const first = await sql<{ since: string | null }>`
    select min(day)::text as since from affiliate_click_days`.execute(db)
  return {
    since: first.rows[0]?.since ?? null,
    days: new Map(rows.map(row => [row.day, Number(row.clicks)]))
  }
}

export type EarningDay = { day: string; asset: Asset; earned: bigint }

/**
 * Returns what a partner earned by day and currency. A settlement period belongs to the day on which it began, as in
 * the finances, and a payment for a publication to the day on which it was made.
 */
export async function readEarningDays(
  db: Database | Tx,
  userId: number,
  days: Days
): Promise<EarningDay[]> {
  const { rows } = await sql<EarningDay>`
    select day, asset, sum(referral)::bigint as earned from (
      select ${dayOf(sql`window_start`)} as day, asset, referral from shared_settlements
      where partner_id = ${userId} and referral > 0 and window_start >= ${begin(days)} and window_start < ${end(days)}
      union all
      select ${dayOf(sql`at`)}, asset, referral from shared_orders join shared_order_releases on order_id = id
      where partner_id = ${userId} and referral > 0 and at >= ${begin(days)} and at < ${end(days)}) as earnings
    group by day, asset limit 1000`.execute(db)
  return rows
}

/**
 * Counts the referred accounts by the day on which a charge of theirs brought the partner something for the first time.
 * All earlier charges are read, because an account counts only on its first day.
 */
export async function readFirstPaymentDays(
  db: Database | Tx,
  userId: number,
  { from, to }: Days
): Promise<Map<string, number>> {
  const { rows } = await sql<{ day: string; count: bigint }>`
    select day, count(*) as count from (
      select payer, min(day) as day from (
        select user_id as payer, ${dayOf(sql`min(window_start)`)} as day
        from shared_settlements join shared_campaigns on shared_campaigns.id = campaign_id
        where partner_id = ${userId} and referral > 0 group by user_id
        union all
        select advertiser_id, ${dayOf(sql`min(at)`)} from shared_orders join shared_order_releases on order_id = id
        where partner_id = ${userId} and referral > 0 group by advertiser_id) as charges
      group by payer) as payers
    where day >= ${from} and day <= ${to} group by day limit 1000`.execute(db)
  return new Map(rows.map(row => [row.day, Number(row.count)]))
}
