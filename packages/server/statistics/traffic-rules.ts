import { enoughImpressions } from '@mille/api/constants.ts'
import type { UnitSize } from '@mille/api/reference-data/banner-sizes.ts'
import { type Asset, unitsPerWhole } from '@mille/money/amount.ts'
import { shareOf } from '@mille/money/split.ts'
import type { Quartiles } from './traffic-forecast-rules.ts'
import { type Earnings, groundDays, type Reach } from './traffic-queries.ts'

/** The price of a bitcoin in units of 1e-8 USD, used only to compare payments in the two currencies. */
export type Rate = { usdUnitsPerBtc: bigint }

export function matchedFigures(reach: Reach) {
  const ground = groundOf(reach.viewable)
  return {
    ad_units_count: reach.units,
    // The sizes in the database are those defined in the API.
    banner_sizes: reach.sizes as { size: UnitSize; ad_units_count: number }[],
    ...ground,
    impressions_per_day: ground.enough_data ? Number(reach.viewable / BigInt(groundDays)) : null
  }
}

/** Returns the average CPM in each asset over all billable views; null until there are enough impressions. */
export function averageCpm({ billable, paidBtc, paidUsd }: Reach) {
  return billable < BigInt(enoughImpressions) ? null : perMille(paidBtc, paidUsd, billable)
}

/**
 * Estimates the impressions that a daily budget gets from those that others buy already: ads are drawn in proportion to
 * budgets, so the budget's share of the impressions equals its share of all money.
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
 * Estimates what impressions would earn in a month: as much as those of similar units, but no more than campaigns have
 * left to pay (`left`, after the fee). The lower end assumes that existing units compete for the same money.
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

/**
 * Estimates a month's earnings of impressions as one range in bitcoin, from the quartiles of the net price of 1,000
 * billable views. `left` is what campaigns can still pay after the fee, in both currencies together.
 */
export function estimateRange(
  impressions: number,
  { served, billable }: Pick<Earnings, 'served' | 'billable'>,
  { net, left }: { net: Quartiles | null; left: bigint }
) {
  if (net === null || !groundOf(served).enough_data) return null
  const wanted = BigInt(impressions)
  const usual = (price: bigint) => shareOf(price, wanted * billable, served * 1000n)
  const shared = shareOf(left, wanted, wanted + served)
  return {
    asset: 'BTC' as const,
    low: lesser(usual(net.low), shared).toString(),
    median: lesser(usual(net.median), left).toString(),
    high: lesser(usual(net.high), left).toString(),
    is_limited: usual(net.high) > left
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
