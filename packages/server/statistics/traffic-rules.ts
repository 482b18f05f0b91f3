import type { UnitSize } from '@mille/api/constants.ts'
import { enoughImpressions } from '@mille/api/constants.ts'
import { type Asset, unitsPerWhole } from '@mille/money/amount.ts'
import { shareOf } from '@mille/money/split.ts'
import { type Earnings, groundDays, type Reach } from './traffic-queries.ts'

/** Units of 1e-8 USD for a whole bitcoin; only to compare what was paid in one with what was paid in the other. */
export type Rate = { usdUnitsPerBtc: bigint }

export function matchedFigures(reach: Reach) {
  const ground = groundOf(reach.viewable)
  return {
    ad_units_count: reach.units,
    // Sizes in the database are those of the contract.
    banner_sizes: reach.sizes as { size: UnitSize; ad_units_count: number }[],
    ...ground,
    impressions_per_day: ground.enough_data ? Number(reach.viewable / BigInt(groundDays)) : null
  }
}

/** The average price of a mille in each asset, of all billable impressions; null before there are enough. */
export function averageCpm({ billable, paidBtc, paidUsd }: Reach) {
  return billable < BigInt(enoughImpressions) ? null : perMille(paidBtc, paidUsd, billable)
}

/**
 * What a daily budget gets of impressions that others buy already: ads are drawn in proportion to what campaigns may
 * spend, so its share of the impressions is its share of all the money.
 */
export function estimateBudget(
  reach: Reach,
  budget: { units: bigint; asset: 'BTC' | 'USD'; maxCpm: bigint | null },
  rate: Rate
) {
  const none = { estimated_impressions: null, estimated_cpm: null, estimated_daily_cost: null }
  if (reach.viewable < BigInt(enoughImpressions)) return none
  const inUsd = (units: bigint, asset: 'BTC' | 'USD') =>
    asset === 'USD' ? units : shareOf(units, rate.usdUnitsPerBtc, unitsPerWhole)
  const spent = (inUsd(reach.paidBtc, 'BTC') + reach.paidUsd) / BigInt(groundDays)
  const own = inUsd(budget.units, budget.asset)
  const perDay = reach.viewable / BigInt(groundDays)
  const impressions = own + spent === 0n ? 0n : shareOf(perDay, own, own + spent)
  if (impressions === 0n) return { ...none, estimated_impressions: 0 }
  const cpm = shareOf(budget.units, 1000n, impressions)
  const isCapped = budget.maxCpm !== null && budget.maxCpm > 0n && cpm > budget.maxCpm
  const price = isCapped && budget.maxCpm !== null ? budget.maxCpm : cpm
  return {
    estimated_impressions: Number(impressions),
    estimated_cpm: price.toString(),
    estimated_daily_cost: (isCapped ? shareOf(price, impressions, 1000n) : budget.units).toString()
  }
}

/**
 * What impressions would earn in a month: as those of similar units did, and no more than campaigns have left to pay
 * (`left`, after the fee). The lower end is what remains when the units that are there compete for that money too.
 */
export function estimateEarnings(
  impressions: number,
  earnings: Earnings,
  left: Record<Asset, bigint>
) {
  const { served, billable, netBtc, netUsd } = earnings
  const ground = groundOf(served)
  if (!ground.enough_data) {
    return {
      impressions,
      ...ground,
      billable_percent: null,
      net_cpm: null,
      earnings: null,
      earnings_low: null,
      is_limited: false
    }
  }
  const wanted = BigInt(impressions)
  const usual = { BTC: shareOf(netBtc, wanted, served), USD: shareOf(netUsd, wanted, served) }
  const atMost = (asset: Asset) => lesser(usual[asset], left[asset])
  const atLeast = (asset: Asset) =>
    lesser(usual[asset], shareOf(left[asset], wanted, wanted + served))
  return {
    impressions,
    ...ground,
    billable_percent: Number((billable * 10_000n) / served) / 100,
    net_cpm: perMille(netBtc, netUsd, served),
    earnings: { BTC: atMost('BTC').toString(), USD: atMost('USD').toString() },
    earnings_low: { BTC: atLeast('BTC').toString(), USD: atLeast('USD').toString() },
    is_limited: usual.BTC > left.BTC || usual.USD > left.USD
  }
}

function lesser(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

function groundOf(counted: bigint) {
  return {
    impressions_counted: Number(counted),
    impressions_needed: enoughImpressions,
    enough_data: counted >= BigInt(enoughImpressions)
  }
}

function perMille(btc: bigint, usd: bigint, impressions: bigint) {
  return {
    BTC: shareOf(btc, 1000n, impressions).toString(),
    USD: shareOf(usd, 1000n, impressions).toString()
  }
}
