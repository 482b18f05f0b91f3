import { z } from 'zod'
import { hoursOutput } from '../campaigns/hours.ts'
import { trafficTypes } from '../constants.ts'
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
  /** Ads that were chosen and then drawn on a page. What was chosen and never drawn counts in none of these. */
  served: z.number().int(),
  rendered: z.number().int(),
  viewable: z.number().int(),
  billable: z.number().int(),
  clicked: z.number().int(),
  /** Not counted as billable or clicked, by reason. */
  rejected: z.record(z.string(), z.number().int())
}
const money = z.object({ BTC: units, USD: units })

/** `money` was earned by the unit, or spent by the campaign, in what was settled in this time. */
export const statisticsRow = z.object({ at: moment, ...figures, money })
export const statisticsGroup = z.object({
  /** Of the ad unit or banner, or the language; `0` is the text creative. */
  id: z.string(),
  name: z.string(),
  ...figures,
  /** Null by banner: a window is charged by unit, whichever banner was shown there. */
  money: money.nullable()
})
const statisticsFrame = {
  interval: z.enum(['hour', 'day']),
  group_by: z.enum(campaignGroups),
  /** The 200 with most impressions, when asked for another grouping than by day; `rows` is then empty. */
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
 * How often an ad was requested for the unit, and how many of these requests got one. Null for a time before the network counted
 * them.
 */
const requests = { requests: count.nullable(), filled: count.nullable() }
const adUnitStatisticsRow = statisticsRow.extend(requests)
export const adUnitStatisticsDocument = statistics(
  z.object({
    ...statisticsFrame,
    rows: z.array(adUnitStatisticsRow),
    total: adUnitStatisticsRow.omit({ at: true }).extend({
      /** Requests that got no ad, by reason. */
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
  /** Of the ledger's transfer, and its key. */
  id: z.string(),
  key: z.string(),
  kind: z.enum(['settlement', 'unit_settlement', 'settlement_fee', 'settlement_referral']),
  amount: units,
  /** Null for what all ad units got together, the fee and the referral. */
  ad_unit_id: z.string().nullable()
})
const statementFields = {
  window_start: moment,
  window_end: moment,
  asset,
  billable: z.number().int(),
  /** What the advertiser paid: `net` + `fee` + `referral`. */
  charged: units,
  fee: units,
  referral: units,
  net: units,
  transfers: z.array(statementTransfer)
}
const statementBasis = z.object({
  /** In force while the window ran. */
  terms: z.object({
    id: z.string(),
    valid_from: moment,
    traffic_type: z.enum(trafficTypes),
    daily_budget: units,
    max_cpm: units.nullable(),
    total_budget: units.nullable(),
    ...hoursOutput
  }),
  /** The length of a window, which says what part of the day it is. */
  window_seconds: z.number().int(),
  /** In units of 0.01 % of the charge. */
  fee_basis_points: z.number().int(),
  /** On the campaign; charged before, where a total budget makes that matter; charged before in that day. */
  balance: units,
  spent: units,
  spent_today: units,
  /** What an earlier portion left for impressions that were seen late. */
  unpaid: units,
  /** Thousandths of a unit that the statement before left, and that this one leaves. */
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
    /** Seconds of the window in which the campaign was active and delivery was up. */
    active_seconds: z.number().int(),
    /** The most the window could cost by its terms. */
    due: units,
    /** The part of the charge that was promotional credit. */
    promotion: units,
    /** All that the charge was computed from. */
    basis: statementBasis
  })
)
/** Of several campaigns together, which pay by one transfer for each group that is settled at once. */
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
      /** From 0 to 1, in hundredths. */
      rating: part,
      /** Too little was drawn in the last 30 days to say more than what every unit starts with. */
      is_new: z.boolean(),
      rendered: z.number().int(),
      /** Null while the unit is new. */
      parts: z
        .object({
          /** Of what was drawn, how much was looked at for a second. */
          viewability: part,
          /** Of what was reported, how much was not rejected. */
          accepted: part,
          /** Of the last seven days, on how many anything was seen. */
          health: part
        })
        .nullable()
    })
  )
)

/** By creative, as it is now; what publishers see of it and no more. */
export const shownAds = document(
  z.array(
    resource(
      'shown_ads',
      z.object({
        title: z.string(),
        domain: z.string(),
        advertiser_name: z.string().nullable(),
        viewable: z.number().int(),
        /** The account’s unit that showed it most. */
        ad_unit_id: z.string()
      })
    )
  )
)

export const overviewInput = z.object({})
const side = { billable: z.number().int(), money }
/** An account’s last 30 days on both sides, and the last 14 of each campaign and unit for a line beside its name. */
export const overview = document(
  resource(
    'overviews',
    z.object({
      days: z.array(z.object({ at: moment, campaigns: z.object(side), ad_units: z.object(side) })),
      /** Billable impressions by day, the oldest first; those without any are left out. */
      campaign_lines: z.record(z.string(), z.array(z.number().int())),
      ad_unit_lines: z.record(z.string(), z.array(z.number().int()))
    })
  )
)

/** A floor as it may be typed, before it is saved. */
export const floorForecastInput = z.object({ id: idInput, asset, net_cpm: positiveAmountInput })
export const floorForecast = document(
  resource(
    'floor_forecasts',
    z.object({
      /** The beginning of the first settlement period that was looked at; null where none of the last 14 days had views. */
      since: moment.nullable(),
      billable: z.number().int(),
      /** Of those, the views that paid the floor or more. */
      meeting: z.number().int()
    })
  )
)
