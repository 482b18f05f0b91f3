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
  /** Those that were charged. Null for so few that it would say something about one of them. */
  campaigns: number | null
}

const fewestShown = 3

/**
 * The sums of the last windows up to the last one in which a campaign was settled, as far as all of them are. The newest first,
 * a row for each asset; windows in which nothing was charged are left out.
 */
export async function readLatestWindows(
  db: Database | Tx,
  { windows, seconds }: { windows: number; seconds: number }
): Promise<SettledWindow[]> {
  // Where the terms of a campaign change within a window, its parts have ends of their own.
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
