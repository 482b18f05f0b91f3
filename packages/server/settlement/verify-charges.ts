import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import { type Basis, computeCharge } from './recompute.ts'
import type { Share, UnitUsage } from './rules.ts'
import { type Unproven, unproven } from './unproven.ts'

type Row = Omit<Basis, 'terms' | 'window' | 'units' | 'hasPartner' | 'funds'> &
  Basis['terms'] &
  Basis['funds'] & {
    campaignId: number
    start: Date
    end: Date
    partnerId: number | null
    due: bigint
    charged: bigint
    carriedOut: number
    shares: {
      unit: number
      billable: string
      gross: string
      fee: string
      referral: string
      net: string
    }[]
  }

const pageSize = 5_000

/** Recomputes every statement from its stored basis, and describes the first one that differs. */
export async function firstWrongCharge(
  tx: Tx,
  since: Unproven | null = null
): Promise<string | null> {
  const afterwards = await sql<{ problem: string }>`
    select format('campaign %s, window %s: charged by terms %s, which are not those that were in force',
      statement.campaign_id, window_start, terms_id) as problem
    from ${unproven(since)} statement
    where terms_id is distinct from (
      select id from shared_campaign_terms terms
      where terms.campaign_id = statement.campaign_id and changed_at <= settled_at
      order by (valid_from <= window_start) desc, case when valid_from <= window_start then -id else id end limit 1)
    order by campaign_id, window_start limit 1`.execute(tx)
  if (afterwards.rows[0]) return afterwards.rows[0].problem
  let after = { campaignId: 0, start: new Date(0) }
  for (;;) {
    const rows = await readPage(tx, since, after)
    for (const row of rows) {
      const problem = problemOf(row)
      if (problem !== null) return problem
    }
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return null
    after = last
  }
}

async function readPage(
  tx: Tx,
  since: Unproven | null,
  after: { campaignId: number; start: Date }
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select statement.campaign_id as "campaignId", window_start as start, window_end as end, window_seconds as "windowSeconds",
      active_seconds as "activeSeconds", unpaid, carried_in as carried, balance, spent, spent_today as "spentToday",
      fee_basis_points as "feeBasisPoints", partner_id as "partnerId", due, charged, carried_out as "carriedOut",
      terms.id, valid_from as "validFrom", traffic_type as "trafficType", daily_budget as "dailyBudget",
      max_cpm as "maxCpm", total_budget as "totalBudget", (
        select coalesce(json_agg(json_build_object('unit', unit_id, 'billable', share.billable::text,
          'gross', share.gross::text, 'fee', share.fee::text, 'referral', share.referral::text, 'net', share.net::text)
          order by unit_id), '[]')
        from settlement_shares share
        where share.campaign_id = statement.campaign_id and share.window_start = statement.window_start) as shares
    from ${unproven(since)} statement join shared_campaign_terms terms on terms.id = terms_id
    where (statement.campaign_id, window_start) > (${after.campaignId}, ${after.start})
    order by statement.campaign_id, window_start limit ${pageSize}`.execute(tx)
  return rows
}

function problemOf(row: Row): string | null {
  const units: UnitUsage[] = row.shares.map(it => ({
    unitId: it.unit,
    billable: BigInt(it.billable)
  }))
  const { id, validFrom, trafficType, dailyBudget, maxCpm, totalBudget } = row
  const again = computeCharge({
    ...row,
    window: { start: row.start, end: row.end },
    terms: { id, validFrom, trafficType, dailyBudget, maxCpm, totalBudget },
    funds: { balance: row.balance, spent: row.spent, spentToday: row.spentToday },
    units,
    hasPartner: row.partnerId !== null
  })
  const name = `campaign ${row.campaignId}, window ${row.start.toISOString()}`
  if (again.due !== row.due || again.charged !== row.charged || again.carriedOut !== row.carriedOut)
    return `${name}: charged ${row.charged} of ${row.due}, but what the statement keeps gives ${again.charged} of ${again.due}`
  const isSame = (share: Share, index: number) => {
    const kept = row.shares[index]
    return (['gross', 'fee', 'referral', 'net'] as const).every(
      part => kept !== undefined && BigInt(kept[part]) === share[part]
    )
  }
  return again.shares.every(isSame)
    ? null
    : `${name}: the shares are not what the statement's units and fee give`
}
