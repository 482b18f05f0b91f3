import { z } from 'zod'
import { visitorsInput } from '../campaigns/visitors.ts'
import { paymentCurrencies, ratings, trafficTypes } from '../constants.ts'
import { couponCode } from '../coupons/schema.ts'
import { bannerSizes, unitSizes } from '../reference-data/banner-sizes.ts'
import { languages } from '../reference-data/languages.ts'
import {
  amountInput,
  asset,
  document,
  documentWithMeta,
  idInput,
  idText,
  many,
  positiveAmountInput,
  resource,
  units
} from '../schema.ts'

const ids = z.array(idInput).max(1000).default([])

export const trafficStatisticsInput = z.object({
  /** The language of the ad. */
  language: z.enum(languages).default('en'),
  page_languages: visitorsInput.page_languages.default(null),
  page_keywords: visitorsInput.page_keywords.default(null),
  rating: z.enum(ratings).nullable().default(null),
  selected_site_ids: ids,
  blocked_site_ids: ids,
  selected_ad_unit_ids: ids,
  blocked_ad_unit_ids: ids,
  selected_category_ids: ids,
  blocked_category_ids: ids,
  coupon_code: couponCode.nullable().default(null),
  banners_only: z.boolean().default(false),
  banner_sizes: z.array(z.enum(bannerSizes)).max(bannerSizes.length).default([]),
  /** With a budget, the answer contains a forecast in its currency. */
  budget: z
    .object({
      currency: z.enum(paymentCurrencies),
      traffic_type: z.enum(trafficTypes),
      /** If null, the forecast contains only the going rate. */
      daily_budget: positiveAmountInput.nullable().default(null),
      max_cpm: positiveAmountInput.nullable().default(null)
    })
    .nullable()
    .default(null)
})

export const campaignTrafficStatisticInput = z.object({
  id: idInput,
  'data[attributes][currency]': z.enum(paymentCurrencies),
  'data[attributes][daily_budget]': positiveAmountInput,
  'data[attributes][max_cpm]': amountInput.optional()
})

export const trafficEstimationsInput = z.object({
  type: z.literal('traffic_estimations'),
  /** Monthly impressions of the page. */
  impressions: z.coerce.number().int().min(1).max(1_000_000_000).default(1_000_000),
  category_ids: many(idInput),
  /** Content ratings that the unit does not show. */
  rating: many(z.enum(ratings)),
  size: z.enum(unitSizes).default('Adaptive')
})

/**
 * Data basis of an answer about traffic: the number of counted impressions in the last 30 days, and whether it is
 * enough. If it is not, the figures based on it are null, which is not an error.
 */
const ground = {
  impressions_counted: z.number().int(),
  impressions_needed: z.number().int(),
  enough_data: z.boolean()
}
const bannerSizeCount = z.object({ size: z.enum(unitSizes), ad_units_count: z.number().int() })
const matched = {
  ad_units_count: z.number().int(),
  /** Banner sizes of the matching units, most frequent first. */
  banner_sizes: z.array(bannerSizeCount),
  ...ground,
  /** Average viewable views per day of the matching units. */
  impressions_per_day: z.number().int().nullable()
}
const perAsset = z.object({ BTC: units, USD: units })

/**
 * Quartiles of the price of 1,000 billable views: a quarter of the views cost `low` or less, half cost `median` or
 * less, and three quarters cost `high` or less.
 */
const quartiles = z.object({ low: units, median: units, high: units })
/**
 * What a number of page views would earn in 30 days: `low` at the lower quartile of the prices that publishers got for
 * billable views in the last 14 days, `median` and `high` at the median and the upper quartile. None is more than
 * campaigns can still pay, and `low` also assumes that the existing ad units compete for that money. Amounts in the two
 * currencies are added at the current exchange rate.
 */
const earningsRange = z.object({
  asset,
  low: units,
  median: units,
  high: units,
  /** Whether the prices of the last 14 days would earn more than campaigns can still pay. */
  is_limited: z.boolean()
})
/** Forecast from the settled whole days (UTC) among the last 14. Amounts are in units of 1e-8 of `asset`. */
const forecast = z.object({
  asset,
  /** Number of days since the first one with billable views, and of ad units that had billable views. */
  days: z.number().int(),
  ad_units_count: z.number().int(),
  /**
   * Billable views that the budget would have received on most of these days; null without a budget or without enough
   * views.
   */
  views_per_day: z.object({ low: z.number().int(), high: z.number().int() }).nullable(),
  /** Prices that advertisers paid, and the publishers' net part of them, at current exchange rates. */
  going_rate: z.object({ paid: quartiles, net: quartiles }).nullable(),
  /** Why there is no going rate: fewer billable views than `impressions_needed`, or no views with a known price. */
  missing: z.enum(['too_few_views', 'no_prices']).nullable()
})

export const trafficStatistics = documentWithMeta(
  resource(
    'traffic_statistics',
    z.object({
      ...matched,
      /** Amount that advertisers paid on these units for 1,000 billable views, for each currency separately. */
      cpm: perAsset.nullable(),
      /** The network's fee in units of 0.01 %, reduced by the coupon if it is valid. */
      fee_basis_points: z.number().int(),
      forecast: forecast.nullable()
    })
  ),
  z.object({
    traffic_sources: z.object({ total: z.number().int() }),
    selected_category_ids: z.array(idText)
  })
)

export const campaignTrafficStatistic = document(
  resource(
    'traffic_statistics',
    z.object({
      ...matched,
      /** Daily impressions that the budget would win in competition with the current buyers. */
      estimated_impressions: z.number().int().nullable(),
      /** CPM in units of 1e-8 of the requested currency. */
      estimated_cpm: units.nullable(),
      estimated_daily_cost: units.nullable()
    })
  )
)

export const trafficEstimations = document(
  resource(
    'traffic_estimations',
    z.object({
      impressions: z.number().int(),
      ...ground,
      /** Percentage of the impressions of such units that are billable. */
      billable_percent: z.number().nullable(),
      /** Amount that such units received for 1,000 impressions, for each currency separately. */
      net_cpm: perAsset.nullable(),
      /**
       * Maximum earnings of these impressions in 30 days: the rate of such units, limited by what campaigns can still
       * pay.
       */
      earnings: perAsset.nullable(),
      /** Earnings in 30 days if the existing units compete for what campaigns can still pay. */
      earnings_low: perAsset.nullable(),
      /** Whether such units earned more for the same number of views than campaigns can still pay. */
      is_limited: z.boolean(),
      /** The same as one range in bitcoin; null without enough data or known prices in the last 14 days. */
      range: earningsRange.nullable(),
      /**
       * Number of campaigns that match the unit and have budget left, and the amount that they can still pay per day,
       * before the fee.
       */
      demand: z.object({ campaigns_count: z.number().int(), per_day: perAsset })
    })
  )
)
