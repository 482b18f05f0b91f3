import { foldKeywords } from '@mille/api/campaigns/page-words.ts'
import { endpoints } from '@mille/api/endpoints.ts'
import * as schema from '@mille/api/traffic-statistics/schema.ts'
import { currencies, unitsPerWhole } from '@mille/money/amount.ts'
import { shareOf } from '@mille/money/split.ts'
import type { z } from 'zod'
import { halvesFee } from '../coupons/index.ts'
import { currentRates, payable, readDemand } from '../delivery/index.ts'
import { type Failure, failure, reply } from '../http/answers/reply.ts'
import { addressBlock } from '../http/callers/client-address.ts'
import { type Limits, limits as limitNames } from '../http/limits/limits.ts'
import type { Serve } from '../http/serve.ts'
import { readUsdPerBtc } from '../payments/index.ts'
import { readFees, readSetting } from '../settings/index.ts'
import { forecastBudget, readNetPrices } from './traffic-forecast.ts'
import type { ForecastBudget } from './traffic-forecast-rules.ts'
import {
  groundDays,
  readCampaignSelection,
  readEarnings,
  readReach,
  type Selection
} from './traffic-queries.ts'
import {
  averageCpm,
  estimateBudget,
  estimateEarnings,
  estimateRange,
  matchedFigures
} from './traffic-rules.ts'

/** Routes for how much traffic there is and what it would cost or earn, based on actual counts of the last 30 days. */
export function trafficStatisticsRoutes(serve: Serve): void {
  const { trafficStatistics } = endpoints

  serve(trafficStatistics.readTrafficStatistics, schema.trafficStatisticsInput, async call => {
    const { context, input, visitor } = call
    const refused = await limit(call)
    if (refused) return refused
    const now = context.now()
    const selection = selectionOf(input, visitor?.id ?? null)
    const reach = await readReach(context.db, selection, now)
    const isHalved =
      input.coupon_code !== null &&
      (await halvesFee(context.db, input.coupon_code, visitor?.id ?? null, now))
    const ids = visitor ? [visitor.id] : []
    const feeOf = await readFees(context.db, context.config, ids, now)
    const fullFee = Number(feeOf(visitor?.id ?? null))
    const fee = isHalved ? Math.floor(fullFee / 2) : fullFee
    const budget = input.budget && budgetOf(input.budget)
    return reply({
      data: {
        type: 'traffic_statistics' as const,
        id: '1',
        attributes: {
          ...matchedFigures(reach),
          cpm: averageCpm(reach),
          fee_basis_points: fee,
          forecast: budget && (await forecastBudget(context, selection, budget, fee))
        }
      },
      meta: {
        traffic_sources: { total: reach.sources },
        selected_category_ids: input.selected_category_ids
      }
    })
  })

  serve(
    trafficStatistics.readCampaignTrafficStatistic,
    schema.campaignTrafficStatisticInput,
    async ({ context, input, user }) => {
      const selection = await readCampaignSelection(context.db, Number(input.id), user.id)
      if (!selection) return failure('not_found')
      const reach = await readReach(context.db, selection, context.now())
      const maxCpm = input['data[attributes][max_cpm]']
      const estimate = estimateBudget(
        reach,
        {
          units: BigInt(input['data[attributes][daily_budget]']),
          asset: currencies[input['data[attributes][currency]']].asset,
          maxCpm: maxCpm === undefined ? null : BigInt(maxCpm)
        },
        currentRates()
      )
      const attributes = { ...matchedFigures(reach), ...estimate }
      return reply({ data: { type: 'traffic_statistics' as const, id: input.id, attributes } })
    }
  )

  serve(trafficStatistics.readTrafficEstimations, schema.trafficEstimationsInput, async call => {
    const { context, input, visitor } = call
    const refused = await limit(call)
    if (refused) return refused
    const now = context.now()
    const categories = input.category_ids?.map(Number) ?? []
    const disallowed = input.rating ?? []
    const { size } = input
    const earnings = await readEarnings(context.db, { categories, disallowed, size }, now)
    const demand = await readDemand(
      context,
      { owner: visitor?.id ?? 0, size, disallowedRatings: new Set(disallowed), categories },
      groundDays
    )
    const fee = Number(await readSetting(context.db, context.config, 'fee_basis_points', now))
    const left = payable(demand, fee)
    const usdPerBtc = await readUsdPerBtc(context)
    const attributes = {
      ...estimateEarnings(input.impressions, earnings, left),
      range: estimateRange(input.impressions, earnings, {
        net: await readNetPrices(context, categories, usdPerBtc),
        // Without an exchange rate, dollars cannot be added.
        left: left.BTC + (usdPerBtc === null ? 0n : shareOf(left.USD, unitsPerWhole, usdPerBtc))
      }),
      demand: {
        campaigns_count: demand.campaigns,
        per_day: { BTC: demand.perDay.BTC.toString(), USD: demand.perDay.USD.toString() }
      }
    }
    return reply({ data: { type: 'traffic_estimations' as const, id: '1', attributes } })
  })
}

type Input = z.output<typeof schema.trafficStatisticsInput>

function selectionOf(input: Input, ownerId: number | null): Selection {
  return {
    language: input.language,
    pageLanguages: input.page_languages,
    keywords: input.page_keywords && {
      include: foldKeywords(input.page_keywords.include),
      exclude: foldKeywords(input.page_keywords.exclude)
    },
    rating: input.rating,
    isBannersOnly: input.banners_only,
    bannerSizes: input.banner_sizes,
    selected: {
      sites: input.selected_site_ids.map(Number),
      units: input.selected_ad_unit_ids.map(Number),
      categories: input.selected_category_ids.map(Number)
    },
    blocked: {
      sites: input.blocked_site_ids.map(Number),
      units: input.blocked_ad_unit_ids.map(Number),
      categories: input.blocked_category_ids.map(Number)
    },
    ownerId
  }
}

function budgetOf(input: NonNullable<Input['budget']>): ForecastBudget {
  return {
    asset: currencies[input.currency].asset,
    trafficType: input.traffic_type,
    units: input.daily_budget === null ? null : BigInt(input.daily_budget),
    maxCpm: input.max_cpm === null ? null : BigInt(input.max_cpm)
  }
}

/** Limits the rate of requests: anyone may send them, and each reads a month of counters. */
async function limit(call: { limits: Limits; address: string }): Promise<Failure | null> {
  const allowed = await call.limits.consume(limitNames.trafficFigures, addressBlock(call.address))
  return allowed.ok
    ? null
    : failure('too_many_requests', { retryAfterSeconds: allowed.retryAfterSeconds })
}
