import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import { balances, campaignAccount } from '../ledger/index.ts'
import type { SelfFunding } from './draw.ts'
import { openMs, type openPieces } from './schedule.ts'
import { readSchedule, readTerms } from './terms-queries.ts'
import { type TermsVersion, termsAt } from './terms-versions.ts'
import { type SettlementWindow, startOfDay } from './window.ts'

/** A campaign's terms and money at a given time. */
export type Purse = SelfFunding & {
  state: string
  isFeeHalved: boolean
  /** The campaign's start and end dates. */
  startsAt: Date | null
  endsAt: Date | null
  /** The terms in force at that time. */
  terms: TermsVersion
  /** The terms in force and all later versions. */
  versions: readonly TermsVersion[]
  /** Money and promotional credit on the campaign that are not held. */
  available: bigint
  promotion: bigint
  /** Total charges, counted only as far as a total budget requires, and charges on the requested day. */
  spent: bigint
  spentToday: bigint
  settledUntil: Date | null
  /** Thousandths of a unit that the last window left to charge. */
  carried: number
  holds: OpenHold[]
}

export type OpenHold = SettlementWindow & {
  id: bigint
  amount: bigint
  isPromotion: boolean
}

type PurseRow = Pick<
  Purse,
  | keyof SelfFunding
  | 'state'
  | 'isFeeHalved'
  | 'startsAt'
  | 'endsAt'
  | 'spent'
  | 'spentToday'
  | 'settledUntil'
  | 'carried'
>

/**
 * Returns campaigns' terms and money, in order of ID. Lock the campaigns first, in a separate statement: only later
 * statements see what another transaction changed while this one waited for the lock.
 */
export async function readPurses(tx: Tx, ids: readonly number[], day: Date): Promise<Purse[]> {
  const { rows } = await sql<PurseRow>`
    select id, user_id as "userId", state, asset, fee_halved as "isFeeHalved", auto_fund as "isSelfFunding",
      auto_fund_daily_max as "dailyMax", auto_fund_total_max as "totalMax",
      starts_at as "startsAt", ends_at as "endsAt",
      case when exists (
        select from campaign_terms where campaign_id = campaigns.id and total_budget is not null
      ) then case
        -- It goes on from the last statement once that says a sum. Before, the budget may be younger than the statement.
        when last.spent > 0 then last.spent + last.charged
        else (select coalesce(sum(charged), 0) from shared_settlements where campaign_id = campaigns.id)
      end else 0 end as spent,
      (select coalesce(sum(charged), 0) from shared_settlements
        where campaign_id = campaigns.id and window_start >= ${startOfDay(day)}
          and window_start < ${startOfDay(day)}::timestamptz + interval '1 day') as "spentToday",
      last.window_end as "settledUntil", coalesce(last.carried_out, 0) as carried
    from campaigns left join lateral (
      select window_end, carried_out, spent, charged from shared_settlements
      where campaign_id = campaigns.id order by window_start desc limit 1) as last on true
    where id = any(${ids}::integer[]) order by id`.execute(tx)
  const holds = await readOpenHolds(tx, ids)
  const termsOf = await readTerms(tx, ids, day)
  const money = await balances(
    tx,
    rows.flatMap(({ id, asset }) => [
      campaignAccount(id, asset),
      campaignAccount(id, asset, 'promotion')
    ])
  )
  return rows.map((row, index) => ({
    ...row,
    terms: termsAt(termsOf(row.id), day),
    versions: termsOf(row.id),
    available: money[index * 2] ?? 0n,
    promotion: money[index * 2 + 1] ?? 0n,
    holds: holds.get(row.id) ?? []
  }))
}

/** Reads the open holds of campaigns, with promotional credit first, because it pays first. */
async function readOpenHolds(tx: Tx, ids: readonly number[]): Promise<Map<number, OpenHold[]>> {
  const { rows } = await sql<OpenHold & { campaignId: number }>`
    select campaign_id as "campaignId", hold.id, hold.amount, account.kind = 'promotion' as "isPromotion",
      window_start as start, window_end as end
    from shared_ledger_accounts held
    join shared_ledger_holds hold on held_account = held.id and state = 'open'
    join shared_ledger_accounts account on account.id = from_account
    join campaign_holds on hold_id = hold.id
    where held.owner = 'campaign' and held.kind = 'held' and held.owner_id = any(${ids}::integer[])
    order by "isPromotion" desc, window_start, hold.id`.execute(tx)
  return Map.groupBy(rows, row => row.campaignId)
}

/** Returns for how many whole seconds each campaign was active, or will be if its state does not change. */
export async function readActivity(
  tx: Tx,
  { ids, starts, ends }: ReturnType<typeof openPieces>
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; seconds: number }>`
    select campaign_id as id, floor(sum(extract(epoch from
      least(coalesce(ended_at, until), until) - greatest(started_at, first))))::integer as seconds
    from unnest(${ids}::integer[], ${starts}::timestamptz[], ${ends}::timestamptz[]) as piece (campaign_id, first, until)
    join shared_campaign_activity using (campaign_id)
    where started_at < until and (ended_at is null or ended_at > first)
    group by campaign_id`.execute(tx)
  return new Map(rows.map(row => [row.id, row.seconds]))
}

/** Returns how many holds each campaign has ever had for the window; the number becomes part of the next hold's key. */
export async function countHolds(
  tx: Tx,
  ids: readonly number[],
  start: Date
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select campaign_id as id, count(*)::integer as count from campaign_holds
    where campaign_id = any(${ids}::integer[]) and window_start = ${start} group by campaign_id`.execute(
    tx
  )
  return new Map(rows.map(row => [row.id, row.count]))
}

export async function saveHolds(
  tx: Tx,
  holds: readonly { id: bigint; campaignId: number; window: SettlementWindow }[]
): Promise<void> {
  await sql`
    insert into campaign_holds (hold_id, campaign_id, window_start, window_end)
    select * from unnest(
      ${holds.map(it => it.id)}::bigint[], ${holds.map(it => it.campaignId)}::integer[],
      ${holds.map(it => it.window.start)}::timestamptz[], ${holds.map(it => it.window.end)}::timestamptz[])`.execute(
    tx
  )
}

/**
 * Returns the next page of campaigns after an ID that run in the current window and for which nothing has been held in
 * it since the last settlement. `last` is null after the last campaign.
 */
export async function campaignsToHold(
  db: Database,
  { start, end }: SettlementWindow,
  after: number
): Promise<CampaignPage> {
  const { rows } = await sql<PageRow & { hours: string | null; timeZone: string | null }>`
    select id, "isDue", hours, time_zone as "timeZone" from (
    select id, (starts_at is null or starts_at < ${end}) and (ends_at is null or ends_at > ${start}) and not exists (
      select from campaign_holds join shared_ledger_holds hold on hold.id = hold_id
      where campaign_id = page.id and window_start >= ${start} and hold.created_at >= coalesce((
        -- What that one gave back may be missing here.
        select settled_at from shared_settlements
        where shared_settlements.campaign_id = page.id order by window_start desc limit 1), '-infinity')) as "isDue"
    from (select id, starts_at, ends_at from campaigns
      where state = 'active' and id > ${after} order by id limit ${pageSize}) as page) as found
    left join lateral (
      -- All that is in force or coming has the same hours.
      select hours, time_zone from campaign_terms
      where campaign_id = found.id order by campaign_terms.id desc limit 1) as terms on "isDue"
    order by id`.execute(db)
  const isOpen = ({ hours, timeZone }: (typeof rows)[number]) =>
    openMs(readSchedule(hours, timeZone), start.getTime(), end.getTime()) > 0
  return pageOf(rows.map(row => ({ id: row.id, isDue: row.isDue && isOpen(row) })))
}

/**
 * Returns the next page of self-funding campaigns after an ID that have run out of funds while their account has money,
 * or that run without anything to spend.
 */
export async function campaignsToFund(
  db: Database,
  at: Date,
  after: number
): Promise<CampaignPage> {
  const { rows } = await sql<PageRow>`
    select id, (starts_at is null or starts_at <= ${at}) and (ends_at is null or ends_at > ${at}) and case state
      when 'active' then (
        select coalesce(sum(balance), 0) from shared_ledger_accounts
        where owner = 'campaign' and owner_id = page.id) <= (
        -- By CPM it needs the price of one impression.
        select coalesce(max(max_cpm), 0) / 1000 from campaign_terms where campaign_id = page.id)
      else exists (
        select from shared_ledger_accounts
        where owner = 'user' and owner_id = user_id and shared_ledger_accounts.asset = page.asset
          and kind in ('available', 'promotion') and balance > 0) end as "isDue"
    from (select id, user_id, asset, state, starts_at, ends_at from campaigns
      where auto_fund and state in ('active', 'out_of_funds') and id > ${after} order by id limit ${pageSize}) as page
    order by id`.execute(db)
  return pageOf(rows)
}

/** Number of campaigns examined per query, so that no query takes long, no matter how many campaigns exist. */
const pageSize = 1_000

export type CampaignPage = { ids: number[]; last: number | null }
export type PageRow = { id: number; isDue: boolean }

/** Yields the IDs of all due campaigns in groups, reading them page by page. */
export async function* groupsOf(
  look: (after: number) => Promise<CampaignPage>,
  size: number
): AsyncGenerator<number[]> {
  for (let after: number | null = 0; after !== null; ) {
    const { ids, last }: CampaignPage = await look(after)
    for (let at = 0; at < ids.length; at += size) yield ids.slice(at, at + size)
    after = last
  }
}

/** The next page of campaigns after an ID, as a SQL table. */
export const campaignsAfter = (id: number) =>
  sql`(select id from campaigns where id > ${id} order by id limit ${pageSize})`

/** Returns the due campaigns of a page. */
export function pageOf(rows: readonly PageRow[]): CampaignPage {
  const ids = rows.filter(it => it.isDue).map(it => it.id)
  return { ids, last: rows.length < pageSize ? null : (rows.at(-1)?.id ?? null) }
}

/** Locks campaigns in the order of their ids, until the transaction ends. */
export async function lockCampaigns(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    select id from campaigns where id = any(${ids}::integer[]) order by id for no key update`.execute(
    tx
  )
}
