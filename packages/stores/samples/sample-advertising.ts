import {
  type Campaign,
  listCampaigns,
  listVariants,
  readCampaign
} from '@mille/api/campaigns/endpoints.ts'
import { readCampaignDiagnosis } from '@mille/api/diagnosis/endpoints.ts'
import { readCampaignStatements, readCampaignStatistics } from '@mille/api/statistics/endpoints.ts'
import { listTrafficSources, type TrafficSource } from '@mille/api/traffic-sources/endpoints.ts'
import { sampleCampaign, sampleVariants } from '../shared/sample-documents.ts'
import { type Given, given } from './sample-answer.ts'
import { pages, sampleDays, sampleMoment } from './sample-moments.ts'
import { drawnBanner } from './sample-pictures.ts'

/** A campaign name that differs from the headline of the campaign's ad. */
export const sampleCampaignName = 'Wallets, docs sites'

/** A self-funding campaign with a daily limit and no total limit. */
const selfFunding = {
  auto_fund: true,
  auto_fund_daily_max: '60000',
  auto_funded_today: '25000',
  auto_funded: '480000'
}

const campaigns = [
  campaign('1', { name: sampleCampaignName, ...selfFunding }, 'A wallet that forgets nothing'),
  campaign('2', { name: null, state: 'pending' }, 'Learn Bitcoin in a week'),
  campaign('3', { name: 'Rigs, end of year', state: 'out_of_funds' }, 'Mining rigs, shipped today'),
  campaign('4', { name: 'Newsletter, weekends', state: 'paused' }, 'A newsletter about money')
] as const

export const sampleAdvertising: readonly Given[] = [
  given(listCampaigns, {
    data: campaigns.map(it => it.data),
    included: campaigns.flatMap(it => it.included),
    meta: pages(campaigns.length)
  }),
  given(readCampaign, campaigns[0]),
  given(
    listVariants,
    sampleVariants([
      { link_text: 'A wallet that forgets nothing' },
      { name: 'Short', weight: 3, link_text: 'Never lose a key' }
    ])
  ),
  given(readCampaignStatistics, {
    data: {
      type: 'statistics',
      id: '1',
      attributes: {
        interval: 'day',
        group_by: 'day',
        rows: sampleDays(30, ago => ({ at: sampleMoment(ago), ...figures(30 - ago) })),
        groups: [],
        total: figures(465)
      }
    }
  }),
  given(readCampaignStatements, {
    data: [statement('2', 0), statement('1', 1)],
    meta: pages(2)
  }),
  given(readCampaignDiagnosis, {
    data: {
      type: 'diagnoses',
      id: '1',
      attributes: {
        problems: [],
        total: 40,
        eligible: 31,
        reasons: { language: 6, no_fitting_creative: 3 }
      }
    }
  }),
  given(listTrafficSources, {
    data: [
      source('1', 'blog.example', { spent: '120000' }),
      source('2', 'news.example', { excluded_by_ad_unit: true }),
      source('3', null, { size: 'Adaptive' })
    ],
    meta: pages(3)
  })
]

function campaign(id: string, attributes: Partial<Campaign['attributes']>, headline: string) {
  const { campaign: data, creative, model } = sampleCampaign(id, attributes)
  const named = { ...creative, attributes: { ...creative.attributes, link_text: headline } }
  return { data, included: [named, model, drawnBanner('5')] }
}

function figures(count: number) {
  return {
    served: count * 120,
    rendered: count * 120,
    viewable: count * 80,
    billable: count * 70,
    clicked: count,
    rejected: { repeated: count * 3, datacenter: count },
    money: { BTC: String(count * 1_500), USD: '0' }
  }
}

function statement(id: string, daysAgo: number) {
  return {
    type: 'campaign_statements' as const,
    id,
    attributes: {
      window_start: sampleMoment(daysAgo + 0.04),
      window_end: sampleMoment(daysAgo),
      asset: 'BTC' as const,
      billable: 320,
      charged: '2500',
      fee: '250',
      referral: '50',
      net: '2200',
      transfers: [
        {
          id: `4${id}`,
          key: `settlement-${id}`,
          kind: 'settlement' as const,
          amount: '2200',
          ad_unit_id: '1'
        }
      ],
      active_seconds: 3_600,
      due: '2500',
      promotion: '0',
      basis: {
        terms: {
          id: '1',
          valid_from: sampleMoment(30),
          traffic_type: 'cpd' as const,
          daily_budget: '60000',
          max_cpm: null,
          hours: null,
          hours_time_zone: null,
          total_budget: null
        },
        ...{ window_seconds: 3_600, fee_basis_points: 1_000, carried_in: 0, carried_out: 0 },
        ...{ balance: '90000', spent: '0', spent_today: '0', unpaid: '0' },
        shares: [
          {
            ...{ ad_unit_id: '1', billable: '320' },
            ...{ gross: '2500', fee: '250', referral: '50', net: '2200' }
          }
        ]
      }
    }
  }
}

function source(
  id: string,
  domainName: string | null,
  attributes: Partial<TrafficSource['attributes']>
): TrafficSource {
  return {
    type: 'ad_units_traffic',
    id,
    attributes: {
      domain_name: domainName,
      size: '300x250',
      excluded_by_ad_unit: false,
      excluded_by_site: false,
      served: 4_200,
      billable: 3_100,
      clicked: 41,
      spent: '90000',
      ...attributes
    }
  }
}
