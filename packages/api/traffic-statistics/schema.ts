import { z } from 'zod'
import { visitorsInput } from '../campaigns/visitors.ts'
import {
  bannerSizes,
  languages,
  paymentCurrencies,
  ratings,
  trafficTypes,
  unitSizes
} from '../constants.ts'
import { couponCode } from '../coupons/schema.ts'
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
  /** Of the ad. */
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
  /** With it, the answer has a forecast, in the currency’s asset. */
  budget: z
    .object({
      currency: z.enum(paymentCurrencies),
      traffic_type: z.enum(trafficTypes),
      /** Null: the going rate alone. */
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
  /** Of the page, in a month. */
  impressions: z.coerce.number().int().min(1).max(1_000_000_000).default(1_000_000),
  category_ids: many(idInput),
  /** Ratings that the unit will not show. */
  rating: many(z.enum(ratings)),
  size: z.enum(unitSizes).default('Adaptive')
})

/**
 * What every answer about traffic says of itself: on how many counted impressions of the last 30 days it rests, and
 * whether those are enough. If they are not, the figures that would be made from them are null; that is not an error.
 */
const ground = {
  impressions_counted: z.number().int(),
  impressions_needed: z.number().int(),
  enough_data: z.boolean()
}
const bannerSizeCount = z.object({ size: z.enum(unitSizes), ad_units_count: z.number().int() })
const matched = {
  ad_units_count: z.number().int(),
  /** The sizes of the matching units, most frequent first. */
  banner_sizes: z.array(bannerSizeCount),
  ...ground,
  /** Viewable impressions of the matching units on an average day. */
  impressions_per_day: z.number().int().nullable()
}
const perAsset = z.object({ BTC: units, USD: units })

/** Of 1,000 billable views: a quarter of the views cost `low` or less, half of them `median` or less, three quarters `high` or less. */
const quartiles = z.object({ low: units, median: units, high: units })
/** From the whole days (UTC) of the last 14 that are settled. Amounts are in units of 1e-8 of `asset`. */
const forecast = z.object({
  asset,
  /** From the first day with billable views on, and the ad units that had any. */
  days: z.number().int(),
  ad_units_count: z.number().int(),
  /** Billable views that the budget would have got on most of these days; null without a budget or without enough views. */
  views_per_day: z.object({ low: z.number().int(), high: z.number().int() }).nullable(),
  /** What advertisers paid, and what of it the publishers got, by current exchange rates. */
  going_rate: z.object({ paid: quartiles, net: quartiles }).nullable(),
  /** Why there is no going rate: fewer billable views than `impressions_needed`, or none that can be priced. */
  missing: z.enum(['too_few_views', 'no_prices']).nullable()
})

export const trafficStatistics = documentWithMeta(
  resource(
    'traffic_statistics',
    z.object({
      ...matched,
      /** What advertisers paid on these units for 1,000 billable impressions, in each asset on its own. */
      cpm: perAsset.nullable(),
      /** The network’s share in units of 0.01 %, with the coupon if it can be used. */
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
      /** What the budget would get of these impressions beside those who buy them now, on a day. */
      estimated_impressions: z.number().int().nullable(),
      /** In units of the asked currency’s asset. */
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
      /** Of a hundred impressions of such units, how many are billable. */
      billable_percent: z.number().nullable(),
      /** What units like this got for 1,000 impressions, in each asset on its own. */
      net_cpm: perAsset.nullable(),
      /** The most that these would earn in 30 days: as such units did, and not more than campaigns have left to pay. */
      earnings: perAsset.nullable(),
      /** The same, when the units that are there compete for what is left to pay. */
      earnings_low: perAsset.nullable(),
      /** Whether such units earned more for as many views than is left to pay. */
      is_limited: z.boolean(),
      /** Campaigns that fit the unit and have budget left, and what they can still pay a day, before the fee. */
      demand: z.object({ campaigns_count: z.number().int(), per_day: perAsset })
    })
  )
)
