import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import type { Check } from '../ledger/index.ts'
import { startOfDay } from '../window-holds/index.ts'
import { readProgress } from './queries.ts'

/** Sums of shares for other domains to join: `rows` have `window_start`, `is_day`, `unit_id`, what else they are of, and amounts. */
type ShareSums = { rows: RawBuilder<unknown>; hasWindows: boolean }

/**
 * Each has the windows that begin before `readSharesSummedUntil`, and where `is_day`, the days of UTC that were over by then. Where
 * it `hasWindows`, the same amounts are in rows of both kinds; otherwise there are days alone.
 */
export const shareSums = {
  unit: { rows: sql`unit_share_sums`, hasWindows: true },
  advertiserUnit: { rows: sql`advertiser_unit_share_sums`, hasWindows: true },
  campaignUnit: {
    rows: sql`(select true as is_day, * from campaign_unit_share_sums)`,
    hasWindows: false
  },
  account: { rows: sql`account_share_sums`, hasWindows: true }
} satisfies Record<string, ShareSums>

/** The moment only grows, and sums before it never change: a caller that reads it first may read the sums in another transaction. */
export async function readSharesSummedUntil(db: Database | Tx): Promise<Date> {
  const { until } = await db
    .selectFrom('share_sums_until')
    .select('until')
    .limit(1)
    .executeTakeFirstOrThrow()
  return until
}

/** Adds up the shares of the windows that every campaign has settled. Shares are never changed, and none is added to these windows. */
export async function sumShares(db: Database): Promise<void> {
  const progress = await readProgress(db)
  if (!progress || !('settledUntil' in progress)) return
  const until = progress.settledUntil
  await db.transaction().execute(async tx => {
    const { rows } = await sql<{ since: Date }>`
      select until as since from share_sums_until limit 1 for update`.execute(tx)
    const since = rows[0]?.since ?? until
    if (since >= until) return
    // No window is over one of the two moments, where every campaign begins a new one.
    await addWindows(tx, since, until)
    await addDays(tx, startOfDay(since), startOfDay(until))
    await tx.updateTable('share_sums_until').set({ until }).execute()
  })
}

const ofShares = sql`settlements join settlement_shares using (campaign_id, window_start)`
const ofAdvertisers = sql`${ofShares} join campaign_owners using (campaign_id)`
const share = sql`window_start, window_end, asset, gross, net`
const ofAccounts = sql`(
  select 'advertiser' as side, user_id, ${share} from ${ofAdvertisers}
  union all
  select 'publisher', user_id, ${share} from ${ofShares} join unit_owners using (unit_id)
  union all
  select 'network', 0, ${share} from ${ofShares}
) as share`

async function addWindows(tx: Tx, since: Date, until: Date): Promise<void> {
  const isNew = sql`window_end > ${since} and window_end <= ${until}`
  await sql`
    insert into unit_share_sums (is_day, window_start, unit_id, asset, gross, net)
    select false, window_start, unit_id, asset, sum(gross), sum(net) from ${ofShares} where ${isNew}
    group by window_start, unit_id, asset having sum(gross) > 0 order by window_start, unit_id, asset`.execute(
    tx
  )
  await sql`
    insert into advertiser_unit_share_sums (is_day, window_start, user_id, unit_id, asset, gross)
    select false, window_start, user_id, unit_id, asset, sum(gross) from ${ofAdvertisers} where ${isNew}
    group by window_start, user_id, unit_id, asset having sum(gross) > 0 order by window_start, user_id, unit_id, asset`.execute(
    tx
  )
  await sql`
    insert into account_share_sums (is_day, window_start, side, user_id, asset, gross, net)
    select false, window_start, side, user_id, asset, sum(gross), sum(net) from ${ofAccounts} where ${isNew}
    group by window_start, side, user_id, asset having sum(gross) > 0 order by window_start, side, user_id, asset`.execute(
    tx
  )
}

/** Whole days of UTC, of which all windows are added up: a window is of the day on which it began. */
async function addDays(tx: Tx, from: Date, to: Date): Promise<void> {
  if (from >= to) return
  const day = sql`date_trunc('day', window_start, 'UTC')`
  const inTime = sql`window_start >= ${from} and window_start < ${to}`
  await sql`
    insert into unit_share_sums (is_day, window_start, unit_id, asset, gross, net)
    select true, ${day} as day, unit_id, asset, sum(gross), sum(net) from unit_share_sums
    where not is_day and ${inTime} group by day, unit_id, asset order by day, unit_id, asset`.execute(
    tx
  )
  await sql`
    insert into advertiser_unit_share_sums (is_day, window_start, user_id, unit_id, asset, gross)
    select true, ${day} as day, user_id, unit_id, asset, sum(gross) from advertiser_unit_share_sums
    where not is_day and ${inTime} group by day, user_id, unit_id, asset order by day, user_id, unit_id, asset`.execute(
    tx
  )
  await sql`
    insert into account_share_sums (is_day, window_start, side, user_id, asset, gross, net)
    select true, ${day} as day, side, user_id, asset, sum(gross), sum(net) from account_share_sums
    where not is_day and ${inTime} group by day, side, user_id, asset order by day, side, user_id, asset`.execute(
    tx
  )
  await sql`
    insert into campaign_unit_share_sums (window_start, campaign_id, unit_id, asset, gross)
    select ${day} as day, campaign_id, unit_id, asset, sum(gross) from ${ofShares} where ${inTime}
    group by day, campaign_id, unit_id, asset having sum(gross) > 0 order by day, campaign_id, unit_id, asset`.execute(
    tx
  )
}

/** Holds the sums of each day, those by the window added up and those of the whole day, against the shares. */
export const shareSumChecks: Check[] = [
  checkOf(shareSums.unit, sql`unit_id`, ofShares, sql`'unit ' || unit_id`, true),
  checkOf(
    shareSums.advertiserUnit,
    sql`user_id, unit_id`,
    ofAdvertisers,
    sql`format('advertiser %s on unit %s', user_id, unit_id)`
  ),
  checkOf(
    shareSums.campaignUnit,
    sql`campaign_id, unit_id`,
    ofShares,
    sql`format('campaign %s on unit %s', campaign_id, unit_id)`
  ),
  checkOf(
    shareSums.account,
    sql`side, user_id`,
    ofAccounts,
    sql`concat_ws(' ', side, nullif(user_id, 0))`,
    true
  )
]

function checkOf(
  { rows, hasWindows }: ShareSums,
  ids: RawBuilder<unknown>,
  shares: RawBuilder<unknown>,
  name: RawBuilder<unknown>,
  hasNet = false
): Check {
  const day = sql`date_trunc('day', window_start, 'UTC')`
  const until = sql`(select until from share_sums_until limit 1)`
  const net = hasNet ? sql`sum(net)` : sql`0`
  return sql`
    with span as (
      select true as is_day, date_trunc('day', ${until}, 'UTC') as until
      ${hasWindows ? sql`union all select false, ${until}` : sql``}
    ), summed as (
      select is_day, ${day} as day, ${ids}, asset, sum(gross) as gross, ${net} as net, bool_or(window_start >= span.until) as is_early
      from ${rows} as sums join span using (is_day) group by is_day, day, ${ids}, asset
    ), settled as (
      select is_day, by_day.* from (
        select ${day} as day, ${ids}, asset, sum(gross) as gross, ${net} as net
        from ${shares} where window_start < ${until} group by day, ${ids}, asset having sum(gross) > 0
      ) as by_day join span on day < span.until
    )
    select format('the sums of %s on %s say %s of %s %s, and its shares %s of %s', ${name}, (day at time zone 'UTC')::date,
      coalesce(summed.net, 0), coalesce(summed.gross, 0), asset, coalesce(settled.net, 0), coalesce(settled.gross, 0)) as problem
    from summed full join settled using (is_day, day, ${ids}, asset)
    where is_early or coalesce(summed.net, 0) <> coalesce(settled.net, 0)
      or coalesce(summed.gross, 0) <> coalesce(settled.gross, 0)
    order by day, ${ids}, asset`
}
