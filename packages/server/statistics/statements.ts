import type { AdUnitStatement, CampaignStatement } from '@mille/api/statistics/endpoints.ts'
import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import type { Subject } from './queries.ts'

/** Settlement periods that begin at or after `from` and before `until`; null means no limit. */
export type Range = { from: Date | null; until: Date | null }
export type Page = { offset: number; limit: number }

type Transfer = CampaignStatement['attributes']['transfers'][number]
type Row = {
  windowStart: Date
  windowEnd: Date
  asset: Asset
  billable: bigint
  charged: bigint
  fee: bigint
  referral: bigint
  net: bigint
  records: bigint
  /** Built by PostgreSQL, with the API's field names. */
  transfers: Transfer[]
}
type CampaignRow = Row & {
  activeSeconds: number
  due: bigint
  promotion: bigint
  /** Built by PostgreSQL, with the API's field names. */
  basis: CampaignStatement['attributes']['basis']
}
type AdUnitRow = Row & { campaigns: number }

/** `window_start` in the format used in the keys of ledger transfers. */
const windowStart = sql`to_char(window_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const inRange = ({ from, until }: Range) => sql`
  window_start >= coalesce(${from}::timestamptz, '-infinity') and window_start < coalesce(${until}::timestamptz, 'infinity')`

/** Transfers as JSON. Amounts are text, because JSON numbers cannot hold them exactly. */
const transferJson = sql`
  json_agg(json_build_object('id', transfer.id::text, 'key', transfer.key, 'kind', transfer.kind,
    'amount', transfer.amount::text, 'ad_unit_id', unit_id::text) order by transfer.id)`

/** Everything that a charge was computed from, as JSON. */
const basisJson = sql`
  json_build_object(
    'terms', json_build_object('id', terms_id::text, 'valid_from', to_char(valid_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'traffic_type', traffic_type, 'daily_budget', daily_budget::text, 'max_cpm', max_cpm::text,
      'total_budget', total_budget::text, 'hours', case when hours is not null then array(
        select substr(hours, 24 * day + 1, 24) from generate_series(0, 6) as day order by day) end, 'hours_time_zone', time_zone),
    'window_seconds', window_seconds, 'fee_basis_points', fee_basis_points, 'balance', balance::text,
    'spent', spent::text, 'spent_today', spent_today::text, 'unpaid', unpaid::text, 'carried_in', carried_in,
    'carried_out', carried_out, 'shares', (
      select coalesce(json_agg(json_build_object('ad_unit_id', unit_id::text, 'billable', share.billable::text,
        'gross', share.gross::text, 'fee', share.fee::text, 'referral', share.referral::text, 'net', net::text)
        order by unit_id), '[]')
      from shared_settlement_shares share
      where share.campaign_id = page.campaign_id and share.window_start = page.window_start))`

/** Returns a campaign's settled windows, newest first, each with the transfers that paid it. */
export async function readCampaignStatements(
  db: Database,
  campaignId: number,
  range: Range,
  page: Page
): Promise<{ rows: CampaignStatement[]; records: number }> {
  const { rows } = await sql<CampaignRow>`
    with page as (
      select *, count(*) over () as records from shared_settlements
      where campaign_id = ${campaignId} and ${inRange(range)}
      order by window_start desc limit ${page.limit} offset ${page.offset})
    select window_start as "windowStart", window_end as "windowEnd", asset, active_seconds as "activeSeconds", billable,
      due, charged, fee, referral, charged - fee - referral as net, promotion, records,
      coalesce(paid.transfers, '[]') as transfers, ${basisJson} as basis
    from page
    join (select id as terms, valid_from, traffic_type, daily_budget, max_cpm, total_budget, hours, time_zone from shared_campaign_terms)
      as terms on terms = terms_id
    left join lateral (
      select ${transferJson} as transfers
      from (values (null::integer, 'units'), (null, 'fee'), (null, 'referral')) as payee (unit_id, name)
      join shared_ledger_transfers transfer on key = format('settlement:%s:%s:%s', campaign_id, ${windowStart}, name)
    ) as paid on true
    order by window_start desc`.execute(db)
  return {
    rows: rows.map(row => ({
      type: 'campaign_statements',
      id: idOf({ kind: 'campaign', id: campaignId }, row),
      attributes: {
        ...commonOf(row),
        active_seconds: row.activeSeconds,
        due: row.due.toString(),
        promotion: row.promotion.toString(),
        basis: row.basis
      }
    })),
    records: Number(rows[0]?.records ?? 0n)
  }
}

/** Returns an ad unit's settled windows, newest first: what all campaigns paid for the unit, with the transfers. */
export async function readAdUnitStatements(
  db: Database,
  unitId: number,
  range: Range,
  page: Page
): Promise<{ rows: AdUnitStatement[]; records: number }> {
  const { rows } = await sql<AdUnitRow>`
    with page as (
      select window_start as "windowStart", window_end as "windowEnd", shared_settlements.asset,
        count(*)::integer as campaigns, sum(share.billable) as billable, sum(gross) as charged, sum(share.fee) as fee,
        sum(share.referral) as referral, sum(net) as net, count(*) over () as records,
        -- A transfer of several campaigns has the name of one.
        array_agg(format('unit_settlement:%s:%s:%s', unit_id, ${windowStart}, campaign_id)) as keys
      from shared_settlement_shares share
      join shared_settlements using (campaign_id, window_start)
      where unit_id = ${unitId} and ${inRange(range)}
      group by window_start, window_end, shared_settlements.asset
      order by window_start desc, shared_settlements.asset
      limit ${page.limit} offset ${page.offset})
    select page.*, coalesce(paid.transfers, '[]') as transfers
    from page cross join lateral (
      select ${transferJson} as transfers
      from (select ${unitId}::integer as unit_id) as payee, unnest(keys) as name, unnest(array['', ':waiting']) as suffix,
        shared_ledger_transfers transfer
      where key = name || suffix) as paid
    order by "windowStart" desc, asset`.execute(db)
  return {
    rows: rows.map(row => ({
      type: 'ad_unit_statements',
      id: idOf({ kind: 'ad_unit', id: unitId }, row),
      attributes: { ...commonOf(row), campaigns: row.campaigns }
    })),
    records: Number(rows[0]?.records ?? 0n)
  }
}

function commonOf(row: Row) {
  return {
    window_start: row.windowStart.toISOString(),
    window_end: row.windowEnd.toISOString(),
    asset: row.asset,
    billable: Number(row.billable),
    charged: row.charged.toString(),
    fee: row.fee.toString(),
    referral: row.referral.toString(),
    net: row.net.toString(),
    transfers: row.transfers
  }
}

function idOf({ id }: Subject, { windowStart, asset }: Row): string {
  return `${id}-${asset}-${windowStart.getTime() / 1000}`
}
