import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'

export type SettledWindow = {
  asset: Asset
  start: Date
  end: Date
  billable: bigint
  charged: bigint
  publishers: bigint
  fee: bigint
  referral: bigint
  /**
   * Number of campaigns that were charged, or null when so few were charged that the number would reveal something
   * about one of them.
   */
  campaigns: number | null
}

const fewestShown = 3

/**
 * Returns the totals of the last settlement periods, up to the last settled one in which any campaign was billed. The
 * newest window comes first, with one row per asset; windows in which nothing was charged are left out.
 */
export async function readLatestWindows(
  db: Database | Tx,
  { windows, seconds }: { windows: number; seconds: number }
): Promise<SettledWindow[]> {
  // When a campaign's terms change within a window, each part of the window has its own end.
  const { rows } = await sql<SettledWindow>`
    select asset, start, "end", billable, charged, charged - fee - referral as publishers, fee, referral,
      case when campaigns >= ${fewestShown} then campaigns end as campaigns
    from settlement_progress cross join lateral (
      select asset, date_bin(make_interval(secs => ${seconds}), window_start, timestamptz '2000-01-01 00:00Z') as start,
        max(window_end) as "end", sum(billable) as billable, sum(charged) as charged, sum(fee) as fee,
        sum(referral) as referral, count(distinct campaign_id) filter (where charged > 0)::integer as campaigns
      from settlements
      where window_end <= settled_until
        and window_end > (select max(window_end) from settlements where window_end <= settled_until)
          - make_interval(secs => ${seconds * windows})
      group by 1, 2) as summed
    where charged > 0
    order by start desc, asset limit 100`.execute(db)
  return rows
}
