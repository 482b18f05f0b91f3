import { enoughImpressions, type TrafficType } from '@mille/api/constants.ts'
import { type Asset, unitsPerWhole } from '@mille/money/amount.ts'
import { shareOf } from '@mille/money/split.ts'
import type { Rate } from './traffic-rules.ts'

export type ForecastBudget = {
  asset: Asset
  trafficType: TrafficType
  /** The daily budget in units of 1e-8, or null while it is not known. */
  units: bigint | null
  maxCpm: bigint | null
}
/** Billable views in a day on ad units whose floor price the bid meets, and what was paid for them. */
export type ForecastDay = { views: bigint; paidBtc: bigint; paidUsd: bigint }
export type Quartiles = { low: bigint; median: bigint; high: bigint }
export type Ground = {
  units: number
  /** Billable views of all ad units, regardless of floor prices. */
  views: bigint
  /** Past days, starting with the first that had billable views. */
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
 * Estimates the daily views that the budget would have got: the range covers the middle half of the days, so at most a
 * quarter of the days are below it and a quarter above. On each day, the budget's share of the views equals its share
 * of all money including itself, as ads are drawn in proportion to budgets; a CPM budget also gets no more views than
 * it can pay for. With one day, both ends are equal.
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
