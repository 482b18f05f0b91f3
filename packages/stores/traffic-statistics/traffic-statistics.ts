import type { Api, CallResult } from '@mille/api/client.ts'
import type { Rating, TrafficType } from '@mille/api/constants.ts'
import type { BannerSize } from '@mille/api/reference-data/banner-sizes.ts'
import type { Language } from '@mille/api/reference-data/languages.ts'
import type { Currency } from '@mille/money/amount.ts'
import { atom } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'
import { type SelectedTraffic, trafficAttributes } from '../traffic-selection/selection-rules.ts'

type Answer<Call extends (...values: never[]) => Promise<CallResult<unknown>>> =
  Awaited<ReturnType<Call>> extends CallResult<infer Value> ? Value : never
export type TrafficStatistics = Answer<Api['trafficStatistics']['readTrafficStatistics']>
/** The views that a budget would get from a selection, and the going rate there. */
export type TrafficForecast = NonNullable<TrafficStatistics['data']['attributes']['forecast']>
type CampaignStatistic = Answer<Api['trafficStatistics']['readCampaignTrafficStatistic']>

export type Loading<Value> =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'success'; value: Value }
  | { status: 'error'; problem: Problem }

export type StatisticsQuestion = {
  traffic: SelectedTraffic
  language: Language
  page_languages: { mode: 'include' | 'exclude'; codes: Language[] } | null
  page_keywords: { include: string[]; exclude: string[] } | null
  rating: Rating | null
  coupon_code: string | null
  banners_only: boolean
  banner_sizes: BannerSize[]
  /** Amounts are texts in units of 1e-8 of the currency's asset. */
  budget: {
    currency: Currency
    traffic_type: TrafficType
    daily_budget: string | null
    max_cpm: string | null
  }
}

/** Pause after a change of the draft before its reach is requested again, in milliseconds. */
export const reachPauseMs = 400

/** State of how much traffic a selection reaches. Only the answer to the newest question is shown. */
export function createTrafficStatisticsStores(api: Pick<Api, 'trafficStatistics'>) {
  const $statistics = atom<Loading<TrafficStatistics>>({ status: 'idle' })
  let latest = 0

  return {
    $statistics,
    async load({ traffic, ...question }: StatisticsQuestion): Promise<void> {
      const own = ++latest
      $statistics.set({ status: 'loading' })
      const result = await api.trafficStatistics.readTrafficStatistics({
        ...trafficAttributes(traffic),
        ...question
      })
      if (own === latest) $statistics.set(outcomeOf(result))
    }
  }
}

/** State of what a budget gets with a campaign's traffic, requested while the budget is typed. */
export function createCampaignStatisticStores(api: Pick<Api, 'trafficStatistics'>, id: string) {
  const $statistic = atom<Loading<CampaignStatistic>>({ status: 'idle' })
  let latest = 0

  return {
    $statistic,
    /** Amounts are texts in units of 1e-8 of the currency's asset. */
    async load(currency: Currency, dailyBudget: string, maxCpm: string | null): Promise<void> {
      const own = ++latest
      $statistic.set({ status: 'loading' })
      const result = await api.trafficStatistics.readCampaignTrafficStatistic({
        id,
        'data[attributes][currency]': currency,
        'data[attributes][daily_budget]': dailyBudget,
        ...(maxCpm === null ? {} : { 'data[attributes][max_cpm]': maxCpm })
      })
      if (own === latest) $statistic.set(outcomeOf(result))
    }
  }
}

function outcomeOf<Value>(result: CallResult<Value>): Loading<Value> {
  return result.ok
    ? { status: 'success', value: result.value }
    : { status: 'error', problem: firstProblem(result) }
}
