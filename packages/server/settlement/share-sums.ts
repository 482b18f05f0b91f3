import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import type { Check } from '../ledger/index.ts'
import { startOfDay } from '../window-holds/index.ts'
import { readProgress } from './queries.ts'

/**
 * Sums of settlement shares for other domains to join. `rows` has `window_start`, `is_day`, `unit_id`, other grouping
 * IDs, and amounts.
 */
type ShareSums = { rows: RawBuilder<unknown>; hasWindows: boolean }

/**
 * Tables of summed shares. Each has the windows that begin before `readSharesSummedUntil` and, in rows with `is_day`,
 * the UTC days that were over by then. With `hasWindows`, both kinds of rows contain the same amounts; without it,
 * there are only days.
 */
export const shareSums = {
  unit: { rows: sql`unit_share_sums`, hasWindows: true },
  campaign: {
    rows: sql`(select true as is_day, * from campaign_share_sums)`,
    hasWindows: false
  },
  advertiserUnit: { rows: sql`advertiser_unit_share_sums`, hasWindows: true },
  campaignUnit: {
    rows: sql`(select true as is_day, * from campaign_unit_share_sums)`,
    hasWindows: false
  },
  campaignLanguage: {
    rows: sql`(select true as is_day, * from campaign_language_share_sums)`,
    hasWindows: false
  },
  account: { rows: sql`account_share_sums`, hasWindows: true }
} satisfies Record<string, ShareSums>

/**
 * Returns the time up to which shares are summed. It only moves forward, and sums before it never change, so a caller
 * that reads it first may read the sums in another transaction.
 */
export async function readSharesSummedUntil(db: Database | Tx): Promise<Date> {
  const { until } = await db
    .selectFrom('share_sums_until')
    .select('until')
    .limit(1)
    .executeTakeFirstOrThrow()
  return until
}

/**
 * Adds up the shares of the windows that every campaign has settled. These shares never change, and no share is added
 * to these windows.
 */
export async function sumShares(db: Database): Promise<void> {
  const progress = await readProgress(db)
  if (!progress || !('settledUntil' in progress)) return
  const until = progress.settledUntil
  await db.transaction().execute(async tx => {
    const { rows } = await sql<{ since: Date }>`
      select until as since from share_sums_until limit 1 for update`.execute(tx)
    const since = rows[0]?.since ?? until
    if (since >= until) return
    // No window extends across `since` or `until`, because every campaign begins a new window there.
    await addWindows(tx, since, until)
    await addDays(tx, startOfDay(since), startOfDay(until))
    await tx.updateTable('share_sums_until').set({ until }).execute()
  })
}

const ofShares = sql`settlements join settlement_shares using (campaign_id, window_start)`
const ofAdvertisers = sql`${ofShares} join campaign_owners using (campaign_id)`
const share = sql`window_start, window_end, asset, gross, net`
/** Charges in the shape of shares, since the shares of a charge add up to it. */
const ofCharges = sql`(select campaign_id, window_start, window_end, asset, charged as gross from settlements)`
/** Shares in each campaign's days by page language, in the language that the ad unit's site has now. */
const ofLanguages = sql`(
  select campaign_id, window_start, coalesce(language, 'unknown') as language, asset, gross
  from campaign_unit_share_sums left join unit_languages using (unit_id)
) as share`
const ofAccounts = sql`(
  select 'advertiser' as side, user_id, ${share} from ${ofAdvertisers}
  union all
  select 'publisher', user_id, ${share} from ${ofShares} join unit_owners using (unit_id)
  union all
  select 'network', 0, ${share} from ${ofShares}
) as share`

const unitSums = tableOf('unit_share_sums', ['unit_id'], ofShares, ['gross', 'net'])
const advertiserUnitSums = tableOf(
  'advertiser_unit_share_sums',
  ['user_id', 'unit_id'],
  ofAdvertisers,
  ['gross']
)
const campaignUnitSums = tableOf('campaign_unit_share_sums', ['campaign_id', 'unit_id'], ofShares, [
  'gross',
  'net'
])
const campaignSums = tableOf('campaign_share_sums', ['campaign_id'], sql`${ofCharges} as charge`, [
  'gross'
])
const accountSums = tableOf('account_share_sums', ['side', 'user_id'], ofAccounts, ['gross', 'net'])
const campaignLanguageSums = tableOf(
  'campaign_language_share_sums',
  ['campaign_id', 'language'],
  ofLanguages,
  ['gross']
)
const byWindow = [unitSums, advertiserUnitSums, accountSums]
/** In the order in which they are added up: the last one is made from the first. */
const byDay = [campaignUnitSums, campaignSums, campaignLanguageSums]
const day = sql`date_trunc('day', window_start, 'UTC')`

/** Describes a table of sums: the IDs by which shares are grouped, and the amounts that are summed. */
function tableOf(
  table: string,
  ids: string[],
  shares: RawBuilder<unknown>,
  amounts: ('gross' | 'net')[]
) {
  return {
    ...{ table: sql.table(table), shares, hasNet: amounts.includes('net') },
    ids: sql.join(ids.map(id => sql.ref(id))),
    amounts: sql.join(amounts.map(it => sql.ref(it))),
    sums: sql.join(amounts.map(it => sql`sum(${sql.ref(it)})`))
  }
}

async function addWindows(tx: Tx, since: Date, until: Date): Promise<void> {
  for (const { table, ids, shares, amounts, sums } of byWindow)
    await sql`
      insert into ${table} (is_day, window_start, ${ids}, asset, ${amounts})
      select false, window_start, ${ids}, asset, ${sums} from ${shares}
      where window_end > ${since} and window_end <= ${until}
      group by window_start, ${ids}, asset having sum(gross) > 0 order by window_start, ${ids}, asset`.execute(
      tx
    )
}

/** Adds up whole UTC days whose windows are all summed. A window belongs to the day on which it began. */
async function addDays(tx: Tx, from: Date, to: Date): Promise<void> {
  if (from >= to) return
  const inTime = sql`window_start >= ${from} and window_start < ${to}`
  for (const { table, ids, amounts, sums } of byWindow)
    await sql`
      insert into ${table} (is_day, window_start, ${ids}, asset, ${amounts})
      select true, ${day} as day, ${ids}, asset, ${sums} from ${table} as windows
      where not is_day and ${inTime} group by day, ${ids}, asset order by day, ${ids}, asset`.execute(
      tx
    )
  for (const { table, ids, shares, amounts, sums } of byDay)
    await sql`
      insert into ${table} (window_start, ${ids}, asset, ${amounts})
      select ${day} as day, ${ids}, asset, ${sums} from ${shares} where ${inTime}
      group by day, ${ids}, asset having sum(gross) > 0 order by day, ${ids}, asset`.execute(tx)
}

/** Compares the sums of each day, both those per window and those of the whole day, with the shares. */
export const shareSumChecks: Check[] = [
  checkOf(unitSums, shareSums.unit, sql`'unit ' || unit_id`),
  checkOf(
    advertiserUnitSums,
    shareSums.advertiserUnit,
    sql`format('advertiser %s on unit %s', user_id, unit_id)`
  ),
  checkOf(
    campaignUnitSums,
    shareSums.campaignUnit,
    sql`format('campaign %s on unit %s', campaign_id, unit_id)`
  ),
  checkOf(
    campaignLanguageSums,
    shareSums.campaignLanguage,
    sql`format('campaign %s on pages in %s', campaign_id, language)`
  ),
  checkOf(campaignSums, shareSums.campaign, sql`'campaign ' || campaign_id`),
  checkOf(accountSums, shareSums.account, sql`concat_ws(' ', side, nullif(user_id, 0))`)
]

function checkOf(
  { ids, shares, hasNet }: ReturnType<typeof tableOf>,
  { rows, hasWindows }: ShareSums,
  name: RawBuilder<unknown>
): Check {
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
