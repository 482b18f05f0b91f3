import { enoughImpressions } from '@mille/api/constants.ts'
import { dayMs } from '@mille/api/durations.ts'
import { bannerSizes } from '@mille/api/reference-data/banner-sizes.ts'
import { type Asset, largestAmount, unitsPerWhole } from '@mille/money/amount.ts'
import { shareOf } from '@mille/money/split.ts'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { counterSums, currentRates, inBoth, readSummedUntil } from '../delivery/index.ts'
import { readUsdPerBtc } from '../payments/index.ts'
import { readSharesSummedUntil, shareSums } from '../settlement/index.ts'
import {
  type ForecastBudget,
  type ForecastDay,
  forecastOf,
  type Ground,
  type Quartiles
} from './traffic-forecast-rules.ts'
import { matchingUnits, type Selection } from './traffic-queries.ts'

const pastDays = 14
/** Maximum number of unit-days read; in a network with more, only the newest whole days are used. */
const maxUnitDays = 200_000

type Work = Pick<Context, 'db' | 'config' | 'now'>

/**
 * Forecasts the daily views that a budget would get from a selection, and the going rate there, from the settled days
 * (UTC) of the last 14. `feeBasisPoints` of the advertiser's price are deducted before it is compared with the floor
 * prices of ad units.
 */
export async function forecastBudget(
  context: Work,
  selection: Selection,
  budget: ForecastBudget,
  feeBasisPoints: number,
  most = maxUnitDays
) {
  const time = await settledDays(context)
  const usdPerBtc = await readUsdPerBtc(context)
  const { maxCpm, asset } = budget
  // Without a maximum CPM, the campaign's price is not known; delivery then lets the campaign meet every floor, too.
  const offered =
    maxCpm === null
      ? null
      : inBoth(shareOf(maxCpm, BigInt(10_000 - feeBasisPoints), 10_000n), asset, usdPerBtc)
  const ground = await readGround(context, selection, { ...time, asset, usdPerBtc, offered, most })
  return forecastOf(ground, budget, currentRates())
}

/**
 * Reads the quartiles of the net price of 1,000 billable views in bitcoin, for the settled days (UTC) of the last 14;
 * null if there were too few views or none with a known price. An empty list of categories means all ad units.
 */
export async function readNetPrices(
  context: Work,
  categories: number[],
  usdPerBtc: bigint | null
): Promise<Quartiles | null> {
  const nothing = { sites: [], units: [], categories: [] }
  const selection: Selection = {
    language: 'en',
    pageLanguages: null,
    keywords: null,
    rating: null,
    isBannersOnly: false,
    bannerSizes,
    selected: { ...nothing, categories },
    blocked: nothing,
    ownerId: null
  }
  const time = await settledDays(context)
  const question = { ...time, asset: 'BTC' as const, usdPerBtc, offered: null, most: maxUnitDays }
  const { views, net } = await readGround(context, selection, question)
  return views < BigInt(enoughImpressions) ? null : net
}

/** Returns the range of past days for which everything is counted, settled and summed. */
async function settledDays({ db, now }: Work): Promise<{ since: Date; until: Date }> {
  const moments = [now(), await readSummedUntil(db), await readSharesSummedUntil(db)]
  const startOfDay = (moment: Date) => Math.floor(moment.getTime() / dayMs) * dayMs
  const until = Math.min(...moments.map(startOfDay))
  return { since: new Date(startOfDay(now()) - pastDays * dayMs), until: new Date(until) }
}

type Question = {
  since: Date
  until: Date
  asset: Asset
  usdPerBtc: bigint | null
  offered: Record<Asset, bigint | null> | null
  most: number
}
type Row = {
  units: number
  views: bigint
  days: { day: number; views: string; paidBtc: string; paidUsd: string }[]
  paid: Record<keyof Quartiles, bigint | null>
  net: Record<keyof Quartiles, bigint | null>
}

/**
 * Reads past days and price quartiles. A price is what was paid on one day in one ad unit for its billable views, in
 * both currencies together; without an exchange rate, only days paid entirely in the requested currency have one.
 * Prices are weighted by views.
 */
async function readGround({ db }: Work, selection: Selection, it: Question): Promise<Ground> {
  const quartiles = (side: 'gross' | 'net') => {
    const at = (quarters: number) =>
      sql`(select min(price)::text from ranked where side = ${side}::text and up_to * 4 >= ${quarters}::integer * total)`
    return sql`json_build_object('low', ${at(1)}, 'median', ${at(2)}, 'high', ${at(3)})`
  }
  const { rows } = await sql<Row>`
    with matching as materialized (${matchingUnits(selection)}), shown as materialized (
      select bucket as day, unit_id, billable, ${meetsFloor(it.offered)} as is_met
      from ${counterSums.unit.rows} as sums join matching on matching.id = unit_id
      where is_day and bucket >= ${it.since} and bucket < ${it.until} and billable > 0
      order by bucket desc limit ${it.most}
    ), whole as (
      -- Where the limit was reached, the oldest day may lack some.
      select * from shown
      where (select count(*) from shown) < ${it.most} or day > (select min(day) from shown)
    ), paid as (
      select window_start as day, sums.unit_id,
        sum(gross) filter (where asset = 'BTC') as gross_btc, sum(gross) filter (where asset = 'USD') as gross_usd,
        sum(net) filter (where asset = 'BTC') as net_btc, sum(net) filter (where asset = 'USD') as net_usd
      from ${shareSums.unit.rows} as sums join whole on whole.day = window_start and whole.unit_id = sums.unit_id
      where is_day group by 1, 2
    ), priced as (
      select side, billable, price from whole join paid using (day, unit_id),
        lateral (values ('gross', ${priceIn(it, 'gross')}), ('net', ${priceIn(it, 'net')})) as prices (side, price)
      where price is not null
    ), ranked as (
      select side, price, sum(billable) over (partition by side order by price) as up_to, sum(billable) over (partition by side) as total
      from priced
    ), days as (
      select day, sum(billable) filter (where is_met) as views, sum(gross_btc) filter (where is_met) as btc,
        sum(gross_usd) filter (where is_met) as usd
      from whole left join paid using (day, unit_id) group by day
    )
    select (select count(distinct unit_id)::integer from whole) as units,
      (select coalesce(sum(billable), 0)::bigint from whole) as views,
      (select coalesce(json_agg(json_build_object('day', extract(epoch from day)::bigint * 1000, 'views', coalesce(views, 0)::text,
        'paidBtc', coalesce(btc, 0)::text, 'paidUsd', coalesce(usd, 0)::text) order by day), '[]') from days) as days,
      ${quartiles('gross')} as paid, ${quartiles('net')} as net`.execute(db)
  const [row] = rows
  if (!row) throw new Error('Sums gave no row')
  return {
    units: row.units,
    views: row.views,
    days: withEmptyDays(row.days, it.until),
    paid: quartilesOf(row.paid),
    net: quartilesOf(row.net)
  }
}

/** Compares floors as delivery does; a bid that cannot be compared with a floor does not meet it. */
function meetsFloor(offered: Question['offered']) {
  if (offered === null) return sql`true`
  return sql`(floor_net_cpm is null or coalesce(floor_net_cpm <= case floor_asset when 'BTC' then ${offered.BTC}::numeric
    else ${offered.USD}::numeric end, false))`
}

/** The price of 1,000 views, in units of the requested asset. */
function priceIn({ asset, usdPerBtc }: Question, side: 'gross' | 'net') {
  const [own, other, by, per] =
    asset === 'USD'
      ? (['usd', 'btc', usdPerBtc, unitsPerWhole] as const)
      : (['btc', 'usd', unitsPerWhole, usdPerBtc] as const)
  const amount = (of: string) => sql`coalesce(${sql.ref(`paid.${side}_${of}`)}, 0)`
  const isComparable = usdPerBtc !== null && usdPerBtc > 0n
  const added = isComparable
    ? sql`${amount(other)} * ${by}::numeric / ${per}::numeric`
    : sql`case when ${amount(other)} = 0 then 0 end`
  return sql`least(floor((${amount(own)} + ${added}) * 1000 / billable), ${largestAmount}::numeric)`
}

/** Adds days without views between the others as zero, since a budget would have got nothing on them. */
function withEmptyDays(rows: Row['days'], until: Date): ForecastDay[] {
  const [first] = rows
  if (!first) return []
  const byDay = new Map(rows.map(row => [row.day, row]))
  const count = Math.round((until.getTime() - first.day) / dayMs)
  return Array.from({ length: count }, (_, index) => {
    const row = byDay.get(first.day + index * dayMs)
    return {
      views: BigInt(row?.views ?? 0),
      paidBtc: BigInt(row?.paidBtc ?? 0),
      paidUsd: BigInt(row?.paidUsd ?? 0)
    }
  })
}

function quartilesOf({ low, median, high }: Row['paid']): Quartiles | null {
  if (low === null || median === null || high === null) return null
  return { low: BigInt(low), median: BigInt(median), high: BigInt(high) }
}
