import { decisionLifetimeMs } from '@mille/api/constants.ts'
import { dayMs } from '@mille/api/durations.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import {
  type CampaignPage,
  campaignsAfter,
  type PageRow,
  pageOf,
  type SettlementWindow
} from '../window-holds/index.ts'
import type { Bill } from './bill.ts'
import type { UnitUsage } from './rules.ts'

/**
 * Returns the time up to which every window is settled, or else the time of the first activity to settle; null when
 * there was no activity yet.
 */
export async function readProgress(
  db: Database
): Promise<{ settledUntil: Date } | { firstUse: Date } | null> {
  const progress = await db
    .selectFrom('settlement_progress')
    .select('settled_until')
    .limit(1)
    .executeTakeFirst()
  if (progress) return { settledUntil: progress.settled_until }
  const { rows } = await sql<{ first_use: Date | null }>`
    select least(
      (select min(started_at) from shared_campaign_activity),
      (select min(bucket) from shared_delivery_counters where kind = 'billable')
    ) as first_use`.execute(db)
  return rows[0]?.first_use ? { firstUse: rows[0].first_use } : null
}

/**
 * Saves how far settlement has come. The saved time never moves back, even when a slower process saves an earlier one.
 */
export async function saveProgress(db: Database, settledUntil: Date): Promise<void> {
  await sql`
    insert into settlement_progress (settled_until) values (${settledUntil})
    on conflict (one) do update
    set settled_until = greatest(settlement_progress.settled_until, excluded.settled_until)`.execute(
    db
  )
}

/**
 * Returns the next page of campaigns after an ID that are not settled up to the window's end and were active in the
 * window, had a billable view in it, or have money held for it or an earlier window. `last` is null after the
 * last campaign.
 */
export async function campaignsToSettle(
  db: Database,
  { start, end }: SettlementWindow,
  after: number
): Promise<CampaignPage> {
  const { rows } = await sql<PageRow>`
    select id, not exists (
      select from settlements
      where settlements.campaign_id = page.id and window_end >= ${end}
        -- No window is longer, and the index knows only where they start.
        and window_start >= ${end}::timestamptz - interval '1 day'
    ) and (exists (
      select from shared_campaign_activity where campaign_id = page.id and started_at < ${end} and ended_at is null
    ) or exists (
      select from shared_campaign_activity where campaign_id = page.id and started_at < ${end} and ended_at > ${start}
    ) or exists (
      select from shared_delivery_counters
      where campaign_id = page.id and kind = 'billable' and bucket >= ${start} and bucket < ${end}
    ) or exists (
      select from ledger_accounts account
      join ledger_holds hold on held_account = account.id and hold.state = 'open'
      join shared_campaign_holds on hold_id = hold.id
      where owner = 'campaign' and owner_id = page.id and account.kind = 'held' and window_start < ${end})) as "isDue"
    from ${campaignsAfter(after)} as page
    order by id`.execute(db)
  return pageOf(rows)
}

type Spans = { ids: readonly number[]; starts: readonly Date[]; ends: readonly Date[] }

/** Returns each campaign's billable views per ad unit, between that campaign's own start and end times. */
export async function readBillable(
  tx: Tx,
  { ids, starts, ends }: Spans
): Promise<Map<number, UnitUsage[]>> {
  const { rows } = await sql<UnitUsage & { campaignId: number }>`
    select campaign_id as "campaignId", unit_id as "unitId", sum(count) as billable
    from unnest(${ids}::integer[], ${starts}::timestamptz[], ${ends}::timestamptz[]) as wanted (campaign_id, first, until)
    join shared_delivery_counters using (campaign_id)
    where kind = 'billable' and bucket >= first and bucket < until
    group by campaign_id, unit_id order by campaign_id, unit_id`.execute(tx)
  return Map.groupBy(rows, row => row.campaignId)
}

/** Returns for how many whole seconds each campaign was active while ad delivery was up. */
export async function readActiveSeconds(
  tx: Tx,
  { ids, starts, ends }: Spans
): Promise<Map<number, number>> {
  // No campaign was due to run in this window.
  if (ids.length === 0) return new Map()
  const first = new Date(Math.min(...starts.map(it => it.getTime())))
  const last = new Date(Math.max(...ends.map(it => it.getTime())))
  const { rows } = await sql<{ id: number; seconds: number }>`
    with up as (
      select range_agg(tstzrange(minute, minute + interval '1 minute')) as minutes
      from shared_delivery_heartbeats
      where minute > ${first}::timestamptz - interval '1 minute' and minute < ${last})
    select campaign_id as id, floor(sum(extract(epoch from upper(piece) - lower(piece))))::integer as seconds
    from unnest(${ids}::integer[], ${starts}::timestamptz[], ${ends}::timestamptz[]) as wanted (campaign_id, first, until)
    join shared_campaign_activity using (campaign_id)
    cross join up
    cross join lateral unnest(minutes * tstzmultirange(
      tstzrange(greatest(started_at, first), least(coalesce(ended_at, until), until)))) as piece
    where started_at < until and (ended_at is null or ended_at > first)
    group by campaign_id`.execute(tx)
  return new Map(rows.map(row => [row.id, row.seconds]))
}

/**
 * Returns the uncharged rest of the last window in which the campaign was active, as long as impressions of ads chosen
 * in that window may still arrive. What later windows have charged of this rest is subtracted.
 */
export async function readUnpaid(tx: Tx, campaignId: number, start: Date): Promise<bigint> {
  const since = new Date(start.getTime() - decisionLifetimeMs)
  const { rows } = await sql<{ unpaid: bigint }>`
    select greatest(0, last.due - (
      select sum(charged) from settlements
      where campaign_id = ${campaignId} and window_start >= last.window_start)) as unpaid
    from (
      select window_start, due from settlements
      where campaign_id = ${campaignId} and active_seconds > 0 and window_end > ${since} and window_start < ${start}
        and window_start >= ${since}::timestamptz - interval '1 day'
      order by window_start desc limit 1) as last`.execute(tx)
  return rows[0]?.unpaid ?? 0n
}

export async function saveBills(tx: Tx, bills: readonly Bill[], at: Date): Promise<void> {
  await sql`
    insert into settlements (campaign_id, window_start, window_end, asset, active_seconds, billable, due, charged,
      fee, referral, partner_id, promotion, terms_id, window_seconds, fee_basis_points, balance, spent, spent_today,
      unpaid, carried_in, carried_out, settled_at)
    select *, ${at}::timestamptz from unnest(
      ${bills.map(it => it.purse.id)}::integer[],
      ${bills.map(it => it.window.start)}::timestamptz[],
      ${bills.map(it => it.window.end)}::timestamptz[],
      ${bills.map(it => it.purse.asset)}::text[],
      ${bills.map(it => it.activeSeconds)}::integer[],
      ${bills.map(it => it.billable)}::bigint[],
      ${bills.map(it => it.due)}::bigint[],
      ${bills.map(it => it.charged)}::bigint[],
      ${bills.map(it => it.fee)}::bigint[],
      ${bills.map(it => it.referral)}::bigint[],
      ${bills.map(it => (it.referral > 0n ? it.partner : null))}::integer[],
      ${bills.map(it => it.promotion)}::bigint[],
      ${bills.map(it => it.basis.terms.id)}::bigint[],
      ${bills.map(it => it.basis.windowSeconds)}::integer[],
      ${bills.map(it => it.basis.feeBasisPoints)}::integer[],
      ${bills.map(it => it.basis.funds.balance)}::bigint[],
      ${bills.map(it => it.basis.funds.spent)}::bigint[],
      ${bills.map(it => it.basis.funds.spentToday)}::bigint[],
      ${bills.map(it => it.basis.unpaid)}::bigint[],
      ${bills.map(it => it.basis.carried)}::integer[],
      ${bills.map(it => it.carriedOut)}::integer[])`.execute(tx)
  const shares = bills.flatMap(bill => bill.shares.map(share => ({ bill, ...share })))
  if (shares.length === 0) return
  await sql`
    insert into settlement_shares (campaign_id, window_start, unit_id, billable, gross, fee, referral, net,
      earning_id, waiting, waiting_id)
    select * from unnest(
      ${shares.map(it => it.bill.purse.id)}::integer[],
      ${shares.map(it => it.bill.window.start)}::timestamptz[],
      ${shares.map(it => it.unitId)}::integer[],
      ${shares.map(it => it.billable)}::bigint[],
      ${shares.map(it => it.gross)}::bigint[],
      ${shares.map(it => it.fee)}::bigint[],
      ${shares.map(it => it.referral)}::bigint[],
      ${shares.map(it => it.net)}::bigint[],
      ${shares.map(it => it.earningId)}::bigint[],
      ${shares.map(it => it.waiting)}::bigint[],
      ${shares.map(it => it.waitingId)}::bigint[])`.execute(tx)
}

/** Maximum age of a view that is not settled yet, in milliseconds; a settlement period lasts one day at most. */
const longestUnsettledMs = 3 * dayMs

/** Whether one of the ad units has billable views that will still be paid. */
export async function hasUnsettledViews(
  db: Database | Tx,
  unitIds: readonly number[],
  at: Date
): Promise<boolean> {
  const since = new Date(at.getTime() - longestUnsettledMs)
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from shared_delivery_counters counted
      where kind = 'billable' and bucket > ${since} and unit_id = any(${unitIds}::integer[])
        and not exists (
          select from settlements
          where settlements.campaign_id = counted.campaign_id and window_start <= bucket and window_end > bucket)
    ) as found`.execute(db)
  return rows[0]?.found ?? false
}

const maxCampaigns = 100_000

/** Returns the IDs of the campaigns that paid an ad unit for windows that begin in the given time range. */
export async function campaignsPaying(
  db: Database | Tx,
  unitId: number,
  { from, until }: { from: Date; until: Date }
): Promise<number[]> {
  const rows = await db
    .selectFrom('settlement_shares')
    .select('campaign_id')
    .distinct()
    .where('unit_id', '=', unitId)
    .where('window_start', '>=', from)
    .where('window_start', '<', until)
    .orderBy('campaign_id')
    .limit(maxCampaigns)
    .execute()
  return rows.map(row => row.campaign_id)
}
