import { listReportedCreatives } from '@mille/api/ad-reports/endpoints.ts'
import {
  type CreativeOwner,
  type LandingCheck,
  listSiteQueue,
  readReviewQueue,
  type Trust
} from '@mille/api/admin/endpoints.ts'
import { reviewEarnings } from '@mille/api/earnings/endpoints.ts'
import { readInvalidTraffic, type TrafficReport } from '@mille/api/invalid-traffic/endpoints.ts'
import { sampleCampaign } from '../shared/sample-documents.ts'
import { type Given, given } from './sample-answer.ts'
import { pages, sampleMoment } from './sample-moments.ts'
import { drawnBanner } from './sample-pictures.ts'

const waiting = sampleCampaign('4', { state: 'pending', name: 'Newsletter, weekends' })
const reported = sampleCampaign('5', { state: 'active' })

const report: TrafficReport = {
  data: {
    type: 'invalid_traffic_reports',
    id: '24',
    attributes: {
      from: sampleMoment(1),
      until: sampleMoment(0),
      viewable: 42_000,
      reasons: { datacenter: 1_200, repeated: 340 },
      units: [
        {
          id: '1',
          name: 'Beside the posts',
          domain_name: 'blog.example',
          user_id: '8',
          user_name: 'Ben',
          viewable: 9_000,
          billable: 7_600,
          rejected: 1_400,
          covered: 60,
          reason: 'datacenter',
          score: 82,
          reasons: [],
          is_maturing: true,
          hold: { since: sampleMoment(0), is_automatic: true },
          excluded_at: null
        }
      ],
      visitors: [
        {
          id: '2026-11-20.0123456789abcdef',
          viewable: 800,
          billable: 12,
          clicked: 90,
          units: 4,
          excluded_at: null
        }
      ]
    }
  }
}

/** A traffic report in which every reported view was counted. */
export const sampleCleanTraffic = given(readInvalidTraffic, {
  data: {
    ...report.data,
    attributes: { ...report.data.attributes, reasons: {}, units: [], visitors: [] }
  }
})

/** A landing page that was exchanged after its approval. */
export const sampleSwap: LandingCheck = {
  found: {
    url: 'https://fortune.example/spin?from=newsletter',
    title: 'Your prize is waiting',
    text: 'You are the lucky visitor of the hour. Enter your wallet’s recovery phrase to receive 0.5 BTC. Only a few prizes are left.',
    leads: [{ by: 'agent', host: 'letters.example' }],
    at: sampleMoment(0)
  },
  problem: null,
  failing_since: null,
  swap: {
    at: sampleMoment(0),
    reasons: ['host', 'agent', 'text'],
    approved: {
      url: 'https://letters.example/money',
      title: 'A newsletter about money',
      text: 'Every Sunday, in five minutes: what happened with money, and what it means for yours. Read by 40,000 people. Unsubscribe at any time.',
      leads: [],
      at: sampleMoment(9)
    }
  }
}

const live = sampleCampaign('8', { state: 'active', name: null })
const replaced = sampleCampaign('9', { state: 'active', name: 'Autumn plan' })

/** A review queue of ads that went live because their account was trusted: one that still is, and one that was replaced. */
export const sampleTrusted = given(readReviewQueue, {
  data: [
    {
      ...live.creative,
      attributes: { ...live.creative.attributes, state: 'live', link_text: 'Fresh bread' }
    },
    {
      ...replaced.creative,
      attributes: { ...replaced.creative.attributes, state: 'superseded' }
    }
  ],
  included: [live.campaign, live.model, replaced.campaign, replaced.model, drawnBanner('5')],
  meta: {
    ...pages(2),
    campaigns: {
      [live.creative.id]: live.campaign.id,
      [replaced.creative.id]: replaced.campaign.id
    },
    variants: {},
    landing_pages: {},
    owners: {
      [live.creative.id]: ownerWith({ state: 'trusted', approvals: 12, needed: 10 }),
      [replaced.creative.id]: ownerWith({ state: 'rejected', approvals: 12, needed: 10 })
    },
    at: sampleMoment(0)
  }
})

function ownerWith(trust: Trust): CreativeOwner {
  return {
    user_id: '7',
    user_name: 'Ada',
    joined_at: sampleMoment(40),
    submitted_at: sampleMoment(1),
    approved: 12,
    rejected: 0,
    reported: 0,
    trust
  }
}

/** Sample answers about what awaits an operator and what looks wrong. */
export const sampleReview: readonly Given[] = [
  given(readReviewQueue, {
    data: [
      {
        ...waiting.creative,
        attributes: {
          ...waiting.creative.attributes,
          state: 'pending',
          link_text: 'A newsletter about money',
          creative_text: 'Every Sunday, in five minutes.',
          product_category: 'investments'
        }
      }
    ],
    included: [waiting.campaign, waiting.model, drawnBanner('5')],
    meta: {
      ...pages(1),
      campaigns: { [waiting.creative.id]: waiting.campaign.id },
      variants: { [waiting.creative.id]: 'B' },
      landing_pages: { [waiting.creative.id]: sampleSwap },
      owners: {
        [waiting.creative.id]: {
          user_id: '7',
          user_name: 'Ada',
          joined_at: sampleMoment(40),
          submitted_at: sampleMoment(1),
          approved: 12,
          rejected: 1,
          reported: 2,
          trust: { state: 'off', approvals: 12, needed: null }
        }
      },
      at: sampleMoment(0)
    }
  }),
  given(listReportedCreatives, {
    data: [
      {
        type: 'reported_creatives',
        id: reported.creative.id,
        attributes: {
          user_id: '7',
          user_name: 'Ada',
          campaign_id: reported.campaign.id,
          campaign_name: 'Autumn, news sites',
          reports_count: 4,
          reasons: [
            { reason: 'misleading', count: 3 },
            { reason: 'scam_or_malware', count: 1 }
          ],
          note: 'The page behind it asks for a seed phrase.',
          newest_report_id: '4',
          first_reported_at: sampleMoment(2),
          last_reported_at: sampleMoment(1)
        }
      }
    ],
    included: [
      { ...reported.creative, attributes: { ...reported.creative.attributes, state: 'live' } },
      drawnBanner('5')
    ],
    meta: pages(1)
  }),
  given(listSiteQueue, {
    data: [
      {
        type: 'reviewed_sites',
        id: '2',
        attributes: {
          domain_name: 'news.example',
          origin: 'https://news.example',
          state: 'verified',
          language: 'en',
          categories: ['news'],
          user_id: '8',
          user_name: 'Ben',
          verified_at: sampleMoment(1),
          rejected_reason: null
        }
      }
    ],
    meta: pages(1)
  }),
  given(readInvalidTraffic, report),
  given(reviewEarnings, {
    data: [
      {
        type: 'unit_earnings',
        id: '7',
        attributes: {
          name: 'In the footer',
          domain_name: 'news.example',
          user_id: '8',
          user_name: 'Ben',
          maturing: [{ currency: 'USD', amount: '420000000' }],
          available_at: sampleMoment(-5),
          hold: {
            reason: 'The views of this ad unit look different from those of other units.',
            since: sampleMoment(0),
            is_automatic: true,
            evidence: {
              score: 80,
              reasons: [{ code: 'unrendered', points: 80, percent: 64, count: 192, of: 300 }],
              from: sampleMoment(1),
              units: 1
            }
          },
          slow_start: null
        }
      },
      {
        type: 'unit_earnings',
        id: '1',
        attributes: {
          name: 'Beside the posts',
          domain_name: 'blog.example',
          user_id: '8',
          user_name: 'Ben',
          maturing: [{ currency: 'BTC', amount: '42000' }],
          available_at: sampleMoment(-5),
          hold: null,
          slow_start: {
            since: sampleMoment(4),
            good_days: 3,
            days_needed: 7,
            waiting: [{ currency: 'BTC', amount: '12000' }]
          }
        }
      }
    ],
    meta: pages(1)
  })
]
