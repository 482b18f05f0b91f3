import {
  type AdToApprove,
  type ApprovalRule,
  type BlockRule,
  listAdsToApprove,
  listAdUnits,
  listApprovalRules,
  listBlockRules,
  listHouseAds,
  readAdUnit,
  readAdUnitCode
} from '@mille/api/ad-units/endpoints.ts'
import { readAdUnitDiagnosis } from '@mille/api/diagnosis/endpoints.ts'
import { listEarnings, readPublisherTerms } from '@mille/api/earnings/endpoints.ts'
import { listSites, readSite, type Site } from '@mille/api/sites/endpoints.ts'
import {
  listShownAds,
  readAdUnitStatements,
  readAdUnitStatistics,
  readTrafficRating
} from '@mille/api/statistics/endpoints.ts'
import { sampleAdUnit, sampleHouseAd, sampleSite } from '../shared/sample-documents.ts'
import { type Given, given } from './sample-answer.ts'
import { pages, sampleDay, sampleDays, sampleMoment } from './sample-moments.ts'
import { drawnBanner } from './sample-pictures.ts'

const unit = sampleAdUnit('1')
const earning = {
  ...unit.attributes,
  name: 'Beside the posts',
  balances: { BTC: '84000', USD: '0' }
}
const shownAd = {
  id: '9',
  title: 'Own your coins',
  domain: 'wallet.example',
  advertiser_name: null
}
const code = 'https://mille.example/embed/v1/ad.js'

export const samplePublishing: readonly Given[] = [
  given(readPublisherTerms, {
    data: {
      type: 'publisher_terms',
      id: '1',
      attributes: {
        fee_basis_points: 2000,
        review_hours: { usual: 24, new_unit: 168 },
        withdrawals: [
          { asset: 'BTC', minimum: '100000', fee: '5000', approval_above: '10000000' },
          { asset: 'USD', minimum: '2000000000', fee: '200000000', approval_above: '500000000000' }
        ]
      }
    }
  }),
  given(listAdUnits, {
    data: [{ ...unit, attributes: earning }, sampleAdUnit('2')],
    meta: pages(2)
  }),
  given(readAdUnit, { data: { ...unit, attributes: earning } }),
  given(listHouseAds, {
    data: [
      sampleHouseAd('1', { weight: 30 }),
      sampleHouseAd('2', {
        text: 'The letter on Mondays',
        link: 'https://blog.example/letter',
        ends_at: '2036-03-01T00:00:00.000Z'
      }),
      sampleHouseAd('3', {
        text: 'The autumn sale',
        link: 'https://shop.example/sale?from=blog',
        ends_at: '2026-01-01T00:00:00.000Z'
      })
    ]
  }),
  given(listBlockRules, {
    data: [
      blockRule('4', { kind: 'category', product_category: 'dating', ad_unit_id: '1' }),
      blockRule('3', { kind: 'creative', ad: shownAd, ad_unit_id: '1' }),
      blockRule('2', { kind: 'advertiser', ad: shownAd, site_id: '1', note: 'Sells what we sell' }),
      blockRule('1', { kind: 'domain', domain: 'casino.example' })
    ],
    meta: pages(4)
  }),
  given(
    listApprovalRules,
    {
      data: [
        approvalRule('3', { kind: 'creative', ad: shownAd, ad_unit_id: '1' }),
        approvalRule('2', { kind: 'advertiser', ad: shownAd, site_id: '1' }),
        approvalRule('1', {
          kind: 'advertiser',
          ad: {
            ...{ id: '12', title: 'Open books for node runners', domain: 'books.example' },
            advertiser_name: 'Open Books Cooperative'
          }
        })
      ],
      meta: pages(3)
    },
    { 'filter[kind]': 'creative' }
  ),
  given(listApprovalRules, { data: [], meta: pages(0) }),
  given(listAdsToApprove, {
    data: [
      adToApprove('12', 'Open books for node runners', {
        advertiser_name: 'Open Books Cooperative',
        domain: 'books.example',
        banners: [sampleBanner('21', 300, 250), sampleBanner('22', 728, 90)]
      }),
      adToApprove('9', 'Own your coins', {
        rating: 'investments',
        ad_unit_ids: ['1', '2'],
        ad_units_count: 2
      }),
      adToApprove('7', 'A signer for the whole family', {
        banners_only: true,
        banners: [
          [300, 250],
          [728, 90],
          [300, 600],
          [320, 50],
          [160, 600]
        ].map(([width = 0, height = 0], index) => sampleBanner(`${31 + index}`, width, height))
      })
    ],
    meta: pages(3)
  }),
  given(listShownAds, {
    data: [
      {
        type: 'shown_ads',
        id: '8',
        attributes: {
          title: 'Open books for node runners',
          domain: 'books.example',
          advertiser_name: 'Open Books Cooperative',
          product_category: null,
          viewable: 8400,
          viewable_of: 'variant',
          ad_unit_id: '1'
        }
      },
      {
        type: 'shown_ads',
        id: '9',
        attributes: {
          title: 'Own your coins',
          domain: 'wallet.example',
          advertiser_name: null,
          product_category: 'crypto_wallets',
          viewable: 1200,
          viewable_of: 'variant',
          ad_unit_id: '2'
        }
      }
    ]
  }),
  given(readAdUnitCode, {
    data: {
      type: 'ad_unit_codes',
      id: '1',
      attributes: {
        script: `<script type="module" src="${code}"></script>\n<mille-ad unit="1"></mille-ad>`,
        head: `<script type="module" src="${code}"></script>`,
        place: '<mille-ad unit="1"></mille-ad>',
        script_with_class: `<script type="module" src="${code}"></script>\n<mille-ad class="ad" unit="1"></mille-ad>`,
        style: '.ad { display: block; inline-size: 300px; block-size: 250px }',
        iframe: '<iframe src="https://mille.example/frame/1" width="300" height="250"></iframe>',
        invitation: '<a href="https://mille.example/campaigns/new/">Your ad here</a>'
      }
    }
  }),
  given(listSites, {
    data: [site('1', 'blog.example', 'verified'), site('2', 'news.example', 'unverified')],
    meta: pages(2)
  }),
  given(readSite, { data: site('1', 'blog.example', 'verified') }),
  given(readAdUnitStatistics, {
    data: {
      type: 'statistics',
      id: '1',
      attributes: {
        interval: 'day',
        group_by: 'day',
        rows: sampleDays(30, ago => ({
          at: sampleMoment(ago),
          ...figures(30 - ago),
          ...requests(30 - ago)
        })),
        groups: [],
        total: {
          ...figures(465),
          ...requests(465),
          unfilled: { no_campaign: 465 * 11, mismatched_site: 465 }
        }
      }
    }
  }),
  given(readAdUnitStatements, {
    data: [
      {
        type: 'ad_unit_statements',
        id: '1',
        attributes: {
          window_start: sampleMoment(1.04),
          window_end: sampleMoment(1),
          asset: 'BTC',
          billable: 210,
          charged: '1800',
          fee: '180',
          referral: '0',
          net: '1620',
          transfers: [],
          campaigns: 3
        }
      }
    ],
    meta: pages(1)
  }),
  given(readAdUnitDiagnosis, {
    data: {
      type: 'diagnoses',
      id: '1',
      attributes: { problems: [], total: 12, eligible: 9, reasons: { language: 2, rating: 1 } }
    }
  }),
  given(readTrafficRating, {
    data: {
      type: 'traffic_ratings',
      id: '1',
      attributes: {
        rating: 0.87,
        is_new: false,
        rendered: 42_000,
        parts: { viewability: 0.72, accepted: 0.96, health: 1 }
      }
    }
  }),
  given(listEarnings, {
    data: [
      {
        type: 'ad_unit_earnings',
        id: '1',
        attributes: {
          ad_unit: { id: '1', name: 'Beside the posts' },
          day: sampleDay(2),
          currency: 'BTC',
          amount: '42000',
          state: 'maturing',
          reason: null,
          available_at: sampleMoment(-5)
        }
      },
      {
        type: 'ad_unit_earnings',
        id: '2',
        attributes: {
          ad_unit: { id: '1', name: 'Beside the posts' },
          day: sampleDay(3),
          currency: 'BTC',
          amount: '900',
          state: 'held',
          reason: 'Many views came from one data center.',
          available_at: sampleMoment(-4)
        }
      }
    ],
    meta: {
      ...pages(2),
      days: [{ available_at: sampleMoment(-5), currency: 'BTC', amount: '42000' }],
      slow_starts: [
        {
          ad_unit: { id: '2', name: 'In the app' },
          since: sampleMoment(4),
          good_days: 3,
          days_needed: 30,
          ends_at: sampleMoment(-86),
          waiting: [{ currency: 'BTC', amount: '12000' }]
        }
      ],
      slow_start_limits: [
        { currency: 'BTC', amount: '5000' },
        { currency: 'USD', amount: '500000000' }
      ]
    }
  })
]

function site(id: string, domainName: string, state: Site['attributes']['state']): Site {
  const { attributes, ...rest } = sampleSite(id)
  return { ...rest, attributes: { ...attributes, domain_name: domainName, state } }
}

function figures(count: number) {
  return {
    served: count * 60,
    rendered: count * 60,
    viewable: count * 44,
    billable: count * 40,
    clicked: count,
    rejected: { repeated: count },
    money: { BTC: String(count * 900), USD: '0' }
  }
}

function requests(count: number) {
  return { requests: count * 80, filled: count * 68 }
}

function approvalRule(
  id: string,
  attributes: Pick<ApprovalRule['attributes'], 'kind' | 'ad'> & Partial<ApprovalRule['attributes']>
): ApprovalRule {
  const everywhere = { site_id: null, ad_unit_id: null }
  return {
    type: 'approval_rules',
    id,
    attributes: { ...everywhere, created_at: sampleMoment(2), ...attributes }
  }
}

function blockRule(
  id: string,
  attributes: Pick<BlockRule['attributes'], 'kind'> & Partial<BlockRule['attributes']>
): BlockRule {
  const nothing = {
    ...{ domain: null, ad: null, product_category: null },
    ...{ site_id: null, ad_unit_id: null, note: null }
  }
  return {
    type: 'block_rules',
    id,
    attributes: { ...nothing, created_at: sampleMoment(3), ...attributes }
  }
}

function adToApprove(
  id: string,
  title: string,
  attributes: Partial<AdToApprove['attributes']>
): AdToApprove {
  return {
    type: 'ads_to_approve',
    id,
    attributes: {
      title,
      text: 'An open-source signer with a screen large enough for a whole transaction.',
      action: null,
      domain: 'wallet.example',
      advertiser_name: null,
      language: 'en',
      banners_only: false,
      banners: [],
      logo: null,
      illustration: null,
      rating: null,
      ad_unit_ids: ['1'],
      ad_units_count: 1,
      ...attributes
    }
  }
}

function sampleBanner(id: string, width: number, height: number) {
  const { file_name: _, ...drawn } = drawnBanner(id, width, height).attributes
  return { id, ...drawn }
}
