import { listLookArounds } from '@mille/api/accounts/endpoints.ts'
import { readShownCreative } from '@mille/api/ad-reports/endpoints.ts'
import { readAnnouncement } from '@mille/api/announcements/endpoints.ts'
import { readBooks } from '@mille/api/books/endpoints.ts'
import {
  listNotifications,
  type Notification,
  readNotificationPreferences
} from '@mille/api/notifications/endpoints.ts'
import { notificationKinds } from '@mille/api/notifications/kinds.ts'
import { readPublicLog } from '@mille/api/public-log/endpoints.ts'
import { bannerSizes } from '@mille/api/reference-data/banner-sizes.ts'
import { categories } from '@mille/api/reference-data/categories.ts'
import {
  listBannerSizes,
  listCategories,
  listLanguages
} from '@mille/api/reference-data/endpoints.ts'
import { readFirstSteps, readOverview } from '@mille/api/statistics/endpoints.ts'
import {
  listTrafficPacks,
  listTrafficSelections,
  listTrafficSources
} from '@mille/api/traffic-selection/endpoints.ts'
import { readTrafficEstimations } from '@mille/api/traffic-statistics/endpoints.ts'
import { type Given, given } from './sample-answer.ts'
import { sampleFirstSteps } from './sample-first-steps.ts'
import { pages, sampleDays, sampleMoment } from './sample-moments.ts'
import { drawnBanner } from './sample-pictures.ts'

const { file_name: _, ...drawn } = drawnBanner('5').attributes
const choice = { mail: true, telegram: false }
const perDay = { BTC: '45000', USD: '0' }

export const sampleNetwork: readonly Given[] = [
  given(readAnnouncement, undefined),
  given(readShownCreative, {
    data: {
      type: 'shown_creatives',
      id: '1',
      attributes: {
        title: 'Cold storage that you can read',
        text: 'An open-source signer with a screen large enough for a whole transaction.',
        action: null,
        domain: 'paperkey.example',
        advertiser_name: 'Paperkey Cooperative',
        language: 'en',
        banners_only: false,
        banners: [{ id: '5', ...drawn }],
        logo: null,
        illustration: null,
        invitation_url:
          'https://mille.example/campaigns/new/?source_id=1&source_type=ad_unit&partner=8'
      }
    }
  }),
  given(listLookArounds, { data: [] }),
  given(readBooks, {
    data: {
      type: 'books',
      id: '1',
      attributes: {
        at: sampleMoment(0),
        totals: [
          {
            asset: 'BTC',
            publishers: { today: '1840000', last_30_days: '61250000', ever: '412803150' },
            fees: { today: '460000', last_30_days: '15312500', ever: '103200788' },
            withdrawals: { today: '0', last_30_days: '42000000', ever: '350000000' }
          },
          {
            asset: 'USD',
            publishers: { today: '1240000000', last_30_days: '48250000000', ever: '148250000000' },
            fees: { today: '310000000', last_30_days: '12062500000', ever: '37062500000' },
            withdrawals: { today: '0', last_30_days: '30000000000', ever: '90000000000' }
          }
        ],
        reserves: [
          {
            asset: 'BTC',
            holdings: '1284003150',
            liabilities: '1251200000',
            checked_at: sampleMoment(0)
          },
          {
            asset: 'USD',
            holdings: '9812000000000',
            liabilities: '9815000000000',
            checked_at: sampleMoment(0)
          }
        ],
        views: {
          counted_at: sampleMoment(0),
          today: { billable: 184_200, rejected: { seen_today: 12_804, bot: 3_120, own: 4 } },
          last_30_days: {
            billable: 6_125_320,
            rejected: { seen_today: 412_033, bot: 98_112, data_centre: 20_481, own: 37 }
          }
        },
        settlements: [0, 1, 2].map(ago => ({
          window_start: sampleMoment((ago + 1) / 12),
          window_end: sampleMoment(ago / 12),
          asset: ago === 1 ? ('USD' as const) : ('BTC' as const),
          billable: 15_312 - ago * 640,
          charged: '250000',
          publishers: '198000',
          fee: '50000',
          referral: '2000',
          campaigns: ago === 2 ? null : 14 - ago
        }))
      }
    }
  }),
  given(readPublicLog, {
    data: {
      type: 'public_logs',
      id: '1',
      attributes: {
        origin: 'ads.example/log',
        key: 'ads.example/log+6b1f02ce+Aea4a3sNYsxfSCz0kVDbBd6WmBnwZpqPYAnsaKZSFzaz',
        key_id: '6b1f02ce',
        receipt_key: 'o2Ny5qkGfQpV0m0Yl8l8o1mC0P5o6rjF3xw0mJwq6bA=',
        checkpoints: [0, 1, 2].map(ago => ({
          origin: 'ads.example/log',
          size: 4_812 - ago * 12,
          at: sampleMoment(ago),
          note: `ads.example/log\n${4_812 - ago * 12}\nXckJbMXxY8QFQ2DnqNY/S1XG5y8lVnC5nDk7iLbQH2k=\n\n— ads.example/log ax8CzkQO0mPAqyoVRJm5Yf9Zg4lUjm0i1bPZbWqg2c8mQ3i5kT7n6v1xYw8Jm2d4rLr9oQe7sXfKc1VbNzM5pHu3gAk=\n`
        })),
        anchors: [0, 1, 2].map(ago => ({
          origin: 'ads.example/log',
          size: 4_812 - ago * 12,
          script: `6a266d696c6c6531${'5dc9'.repeat(16)}`,
          transaction_id: `${ago}${'b7c3e9a1'.repeat(8)}`.slice(0, 64),
          signed_at: sampleMoment(ago),
          block:
            ago === 0
              ? null
              : {
                  hash: `00000000000000000000${'4fd18c2a'.repeat(6)}`.slice(0, 64),
                  height: 925_300 - ago
                },
          confirmations: ago === 0 ? 0 : ago === 1 ? 2 : 150,
          is_confirmed: ago === 2
        }))
      }
    }
  }),
  given(listCategories, {
    data: categories.slice(1).map(({ id, name }) => ({
      type: 'categories' as const,
      id: String(id),
      attributes: { name, is_offered: true }
    }))
  }),
  given(listLanguages, {
    data: [
      { type: 'languages', id: 'en', attributes: { name: 'English' } },
      { type: 'languages', id: 'de', attributes: { name: 'German' } }
    ]
  }),
  given(listBannerSizes, {
    data: bannerSizes.map(size => ({
      type: 'banner_sizes' as const,
      id: size,
      attributes: { name: size, is_offered: true }
    }))
  }),
  given(readFirstSteps, {
    data: {
      type: 'first_steps',
      id: '7',
      attributes: sampleFirstSteps({
        advertiser: 'dismissed',
        publisher: 'dismissed',
        seller: 'dismissed'
      })
    }
  }),
  given(readOverview, {
    data: {
      type: 'overviews',
      id: '7',
      attributes: {
        days: sampleDays(30, ago => ({
          at: sampleMoment(ago),
          campaigns: { billable: 900 - ago * 20, money: { BTC: String(40_000 - ago), USD: '0' } },
          ad_units: { billable: 300 - ago * 5, money: { BTC: String(9_000 - ago), USD: '0' } }
        })),
        campaign_lines: { 1: sampleDays(14, ago => 90 - ago * 3) },
        ad_unit_lines: { 1: sampleDays(14, ago => 40 - ago) }
      }
    }
  }),
  given(listNotifications, {
    data: [
      notification('2', 'campaign_low_funds', 'Your campaign is running low', null),
      notification('1', 'deposit_credited', '0.05 BTC have arrived', sampleMoment(1))
    ],
    meta: { ...pages(2), totalUnreadCount: 1 }
  }),
  given(readNotificationPreferences, {
    data: {
      type: 'notification_preferences',
      id: '7',
      attributes: {
        kinds: Object.fromEntries(notificationKinds.map(kind => [kind, choice])) as Record<
          (typeof notificationKinds)[number],
          typeof choice
        >,
        channels: choice,
        has_telegram_bot: true
      }
    }
  }),
  given(listTrafficSelections, {
    data: [
      {
        type: 'sites',
        id: '1',
        attributes: {
          domain_name: 'blog.example',
          language: 'en',
          ad_units_count: 1,
          avg_all_cpm: '14000',
          avg_all_impressions: 4_200
        },
        relationships: {
          categories: { data: [{ type: 'categories', id: '10' }] },
          ad_units: { data: [] }
        }
      }
    ],
    included: [],
    meta: { ...pages(1), categories: [{ id: '10', name: 'bitcoin' }], total_records: 1 }
  }),
  given(listTrafficSources, {
    data: [
      {
        type: 'categories',
        id: '10',
        attributes: {
          name: 'bitcoin',
          is_offered: true,
          ad_units_count: 12,
          avg_all_cpm: '14000',
          avg_all_impressions: 42_000
        }
      }
    ],
    included: []
  }),
  given(listTrafficPacks, { data: [], meta: pages(0) }),
  given(readTrafficEstimations, {
    data: {
      type: 'traffic_estimations',
      id: '1',
      attributes: {
        impressions: 1_000_000,
        impressions_counted: 42_000,
        impressions_needed: 1_000,
        enough_data: true,
        billable_percent: 71,
        net_cpm: { BTC: '11000', USD: '0' },
        earnings: { BTC: '7800000', USD: '0' },
        earnings_low: { BTC: '2100000', USD: '0' },
        is_limited: false,
        range: {
          asset: 'BTC',
          low: '2100000',
          median: '5400000',
          high: '7800000',
          is_limited: false
        },
        demand: { campaigns_count: 14, per_day: perDay }
      }
    }
  })
]

function notification(
  id: string,
  kind: Notification['attributes']['kind'],
  title: string,
  readAt: string | null
): Notification {
  return {
    type: 'notifications',
    id,
    attributes: {
      kind,
      title,
      text: 'Have a look at what it means for you.',
      path: '/campaigns/1',
      created_at: sampleMoment(1),
      read_at: readAt
    }
  }
}
