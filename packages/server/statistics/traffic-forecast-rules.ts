import { enoughImpressions, type TrafficType } from '@mille/api/constants.ts'
import { type Asset, unitsPerWhole } from '@mille/money/amount.ts'
import { shareOf } from '@mille/money/split.ts'
import type { Rate } from './traffic-rules.ts'

export type ForecastBudget = {
  asset: Asset
  trafficType: TrafficType
  /** A day. Null while it is not known. */
  units: bigint | null
  maxCpm: bigint | null
}
/** Billable views of ad units whose floors the price meets, and what was paid for them. */
export type ForecastDay = { views: bigint; paidBtc: bigint; paidUsd: bigint }
export type Quartiles = { low: bigint; median: bigint; high: bigint }
export type Ground = {
  units: number
  /** Billable views, whatever the floors. */
  views: bigint
  /** From the first with billable views on. */
  days: readonly ForecastDay[]
  paid: Quartiles | null
  net: Quartiles | null
}

export function forecastOf(ground: Ground, budget: ForecastBudget, rate: Rate) {
  const { asset } = budget
  const about = { asset, days: ground.days.length, ad_units_count: ground.units }
  if (ground.views < BigInt(enoughImpressions)) {
    const missing = 'too_few_views' as const
    return { ...about, views_per_day: null, going_rate: null, missing }
  }
  const { paid, net } = ground
  return {
    ...about,
    views_per_day: viewsPerDay(ground.days, budget, rate),
    going_rate: paid && net && { paid: quartileTexts(paid), net: quartileTexts(net) },
    missing: paid && net ? null : ('no_prices' as const)
  }
}

/**
 * The views that the budget would have got on the middle half of the days: a quarter of the days are below the range at most,
 * and a quarter above it. On each day its part of the views is its part of all the money, its own included, since ads are drawn
 * in proportion to what campaigns may spend; by CPM it gets no more views than it can pay at its price. No day has more views
 * than there were. Of a single day, both ends are the same.
 */
export function viewsPerDay(
  days: readonly ForecastDay[],
  { units, asset, trafficType, maxCpm }: ForecastBudget,
  { usdUnitsPerBtc }: Rate
): { low: number; high: number } | null {
  if (units === null || days.length === 0) return null
  const inUsd = (amount: bigint, of: Asset) =>
    of === 'USD' ? amount : shareOf(amount, usdUnitsPerBtc, unitsPerWhole)
  const own = inUsd(units, asset)
  const payable = trafficType === 'cpm' && maxCpm !== null ? shareOf(units, 1000n, maxCpm) : null
  const got = days.map(({ views, paidBtc, paidUsd }) => {
    const all = own + inUsd(paidBtc, 'BTC') + paidUsd
    const part = all === 0n ? 0n : shareOf(views, own, all)
    return Number(payable !== null && payable < part ? payable : part)
  })
  got.sort((one, other) => one - other)
  const last = got.length - 1
  return { low: got[Math.floor(last / 4)] ?? 0, high: got[Math.ceil((last * 3) / 4)] ?? 0 }
}

function quartileTexts({ low, median, high }: Quartiles) {
  return { low: low.toString(), median: median.toString(), high: high.toString() }
}
