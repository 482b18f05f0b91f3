import { z } from 'zod'
import { hoursOutput } from '../campaigns/hours.ts'
import { firstStepSides, firstStepStates, firstSteps, trafficTypes } from '../constants.ts'
import { productCategoryIds } from '../reference-data/product-categories.ts'
import {
  asset,
  document,
  documentWithMeta,
  idInput,
  moment,
  pageInput,
  pagination,
  positiveAmountInput,
  resource,
  units
} from '../schema.ts'

const days = { from: z.iso.date().optional(), to: z.iso.date().optional() }
const inOrder = {
  check: (value: { from?: string | undefined; to?: string | undefined }) =>
    !value.from || !value.to || value.from <= value.to,
  message: { error: 'must not be before from', path: ['to'] }
}

const statisticsFields = {
  id: idInput,
  ...days,
  interval: z.enum(['hour', 'day']).default('day')
}
const campaignGroups = ['day', 'ad_unit', 'banner', 'language'] as const

export const statisticsInput = z
  .object({ ...statisticsFields, group_by: z.enum(['day']).default('day') })
  .refine(inOrder.check, inOrder.message)
export const campaignStatisticsInput = z
  .object({ ...statisticsFields, group_by: z.enum(campaignGroups).default('day') })
  .refine(inOrder.check, inOrder.message)

const figures = {
  /** Ads that were selected and then drawn on a page. A selected ad that was never drawn is in none of these counts. */
  served: z.number().int(),
  rendered: z.number().int(),
  viewable: z.number().int(),
  billable: z.number().int(),
  clicked: z.number().int(),
  /** Views and clicks that were not counted as billable or clicked, by reason. */
  rejected: z.record(z.string(), z.number().int())
}
const money = z.object({ BTC: units, USD: units })

/** `money` is what the unit earned or the campaign spent in the settlement periods of this time. */
export const statisticsRow = z.object({ at: moment, ...figures, money })
export const statisticsGroup = z.object({
  /** ID of the ad unit or banner, or the language code; `0` is the text creative. */
  id: z.string(),
  name: z.string(),
  ...figures,
  /** Null when grouped by banner, because a settlement period is charged by ad unit, whichever banner was shown. */
  money: money.nullable()
})
const statisticsFrame = {
  interval: z.enum(['hour', 'day']),
  group_by: z.enum(campaignGroups),
  /** The 200 groups with the most impressions, if the grouping is not by day; `rows` is then empty. */
  groups: z.array(statisticsGroup)
}
const statistics = <Attributes extends z.ZodObject>(attributes: Attributes) =>
  document(z.object({ type: z.literal('statistics'), id: z.string(), attributes }))

export const statisticsDocument = statistics(
  z.object({
    ...statisticsFrame,
    rows: z.array(statisticsRow),
    total: statisticsRow.omit({ at: true })
  })
)

const count = z.number().int()
/**
 * Number of ad requests for the unit, and how many of them received an ad. Null for times before the network counted
 * requests.
 */
const requests = { requests: count.nullable(), filled: count.nullable() }
const adUnitStatisticsRow = statisticsRow.extend(requests)
export const adUnitStatisticsDocument = statistics(
  z.object({
    ...statisticsFrame,
    rows: z.array(adUnitStatisticsRow),
    total: adUnitStatisticsRow.omit({ at: true }).extend({
      /** Ad requests that received no ad, by reason. */
      unfilled: z.record(z.string(), count)
    })
  })
)

export const statementsInput = z
  .object({ id: idInput, ...days, ...pageInput })
  .refine(inOrder.check, inOrder.message)
export const statementsFileInput = z
  .object({ id: idInput, ...days })
  .refine(inOrder.check, inOrder.message)

const statementTransfer = z.object({
  /** ID and unique key of the ledger transfer. */
  id: z.string(),
  key: z.string(),
  kind: z.enum(['settlement', 'unit_settlement', 'settlement_fee', 'settlement_referral']),
  amount: units,
  /** Null for the total of all ad units, for the fee, and for the referral. */
  ad_unit_id: z.string().nullable()
})
const statementFields = {
  window_start: moment,
  window_end: moment,
  asset,
  billable: z.number().int(),
  /** Amount that the advertiser paid: `net` + `fee` + `referral`. */
  charged: units,
  fee: units,
  referral: units,
  net: units,
  transfers: z.array(statementTransfer)
}
const statementBasis = z.object({
  /** The terms that applied during the settlement period. */
  terms: z.object({
    id: z.string(),
    valid_from: moment,
    traffic_type: z.enum(trafficTypes),
    daily_budget: units,
    max_cpm: units.nullable(),
    total_budget: units.nullable(),
    ...hoursOutput
  }),
  /** Length of the settlement period in seconds, which determines its share of the day. */
  window_seconds: z.number().int(),
  /** The network's fee, in units of 0.01 % of the charge. */
  fee_basis_points: z.number().int(),
  /** The campaign's balance; its earlier charges, if it has a total budget; and its earlier charges of the day. */
  balance: units,
  spent: units,
  spent_today: units,
  /**
   * Uncharged amount of an earlier settlement period, which pays for impressions of that period that are reported late.
   */
  unpaid: units,
  /** Thousandths of a unit carried over from the previous statement, and to the next one. */
  carried_in: z.number().int(),
  carried_out: z.number().int(),
  shares: z.array(
    z.object({
      ad_unit_id: z.string(),
      billable: z.string(),
      gross: units,
      fee: units,
      referral: units,
      net: units
    })
  )
})
export const campaignStatement = resource(
  'campaign_statements',
  z.object({
    ...statementFields,
    /** Seconds of the settlement period in which the campaign was active and the delivery service was running. */
    active_seconds: z.number().int(),
    /** The maximum that the settlement period could cost under the campaign's terms. */
    due: units,
    /** Part of the charge that was paid with promotional credit. */
    promotion: units,
    /** All inputs from which the charge was computed. */
    basis: statementBasis
  })
)
/** A statement of several campaigns, which pay an ad unit with one transfer for each group that is settled together. */
export const adUnitStatement = resource(
  'ad_unit_statements',
  z.object({ ...statementFields, campaigns: z.number().int() })
)
export const campaignStatements = documentWithMeta(z.array(campaignStatement), pagination)
export const adUnitStatements = documentWithMeta(z.array(adUnitStatement), pagination)

export const ratingInput = z.object({ id: idInput })
const part = z.number().min(0).max(1)
export const trafficRating = document(
  resource(
    'traffic_ratings',
    z.object({
      /** Rating from 0 to 1, in hundredths. */
      rating: part,
      /** Whether too few ads were drawn in the last 30 days to replace the initial rating of every unit. */
      is_new: z.boolean(),
      rendered: z.number().int(),
      /** Parts of the rating; null while the unit is new. */
      parts: z
        .object({
          /** Share of the drawn ads that were visible for a second. */
          viewability: part,
          /** Share of the reported events that were not rejected. */
          accepted: part,
          /** Share of the last seven days on which any view was reported. */
          health: part
        })
        .nullable()
    })
  )
)

/** Ads shown on the account's units, by creative in its current version, limited to what publishers may see. */
export const shownAds = document(
  z.array(
    resource(
      'shown_ads',
      z.object({
        title: z.string(),
        domain: z.string(),
        advertiser_name: z.string().nullable(),
        /** What the ad sells, which a block rule can name. Null if its advertiser does not say it. */
        product_category: z.enum(productCategoryIds).nullable(),
        viewable: z.number().int(),
        /**
         * Whether `viewable` is the number of the ad's own variant, or of all variants of its campaign, which is what is
         * known of the days before views were counted by ad unit and ad.
         */
        viewable_of: z.enum(['variant', 'campaign']),
        /** The account's ad unit that showed the ad most often. */
        ad_unit_id: z.string()
      })
    )
  )
)

export const overviewInput = z.object({})
const side = { billable: z.number().int(), money }
/**
 * An account's last 30 days as advertiser and publisher, and the last 14 days of each campaign and unit for a sparkline
 * next to its name.
 */
export const overview = document(
  resource(
    'overviews',
    z.object({
      days: z.array(z.object({ at: moment, campaigns: z.object(side), ad_units: z.object(side) })),
      /** Billable views by day, oldest first. Campaigns and units without impressions are omitted. */
      campaign_lines: z.record(z.string(), z.array(z.number().int())),
      ad_unit_lines: z.record(z.string(), z.array(z.number().int()))
    })
  )
)

const firstStep = z.object({
  step: z.enum(Object.values(firstSteps).flat()),
  /** When the step was done. Null while it is open. */
  done_at: moment.nullable(),
  /** If the moment is known only to the hour, the end of that hour. */
  done_until: moment.nullable()
})
const firstStepList = z.object({
  side: z.enum([...firstStepSides, 'account']),
  /** What the account has chosen for this checklist. Null if it has chosen nothing, and for the side `account`. */
  state: z.enum(firstStepStates).nullable(),
  /**
   * Whether the account has begun with this side: it has a campaign, an ad unit or an offer. A site begins the side
   * `publisher` unless the account sells publications, which needs a site too.
   */
  is_begun: z.boolean(),
  /** The first campaign, ad unit or offer that is not archived, or else the first one. */
  subject_id: z.string().nullable(),
  /** Empty if the checklist was dismissed. */
  steps: z.array(firstStep)
})
/** What a new account has done and has still to do, as found in what the account has. */
export const firstStepsDocument = document(
  resource(
    'first_steps',
    z.object({
      /** Whether the account has no campaign, site, ad unit or offer, and has neither placed nor received an order. */
      is_new: z.boolean(),
      lists: z.array(firstStepList)
    })
  )
)

/** A floor price in a form, before it is saved. */
export const floorForecastInput = z.object({ id: idInput, asset, net_cpm: positiveAmountInput })
export const floorForecast = document(
  resource(
    'floor_forecasts',
    z.object({
      /** Start of the first settlement period in the forecast; null if none of the last 14 days had views. */
      since: moment.nullable(),
      billable: z.number().int(),
      /** Number of billable views that paid the floor price or more. */
      meeting: z.number().int()
    })
  )
)
