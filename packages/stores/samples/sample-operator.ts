import {
  type NetworkHome,
  readHealth,
  readHome,
  readLedgerCheck,
  readQueues
} from '@mille/api/admin/endpoints.ts'
import { listAnnouncements } from '@mille/api/announcements/endpoints.ts'
import { listBrandChanges, readBrand } from '@mille/api/brand/endpoints.ts'
import { listCoupons } from '@mille/api/coupons/endpoints.ts'
import { listQueuedDeposits, readPayoutReview } from '@mille/api/payments/endpoints.ts'
import {
  listReferenceEntries,
  listSettings,
  readFeeBasis,
  type Setting
} from '@mille/api/settings/endpoints.ts'
import { type Given, given } from './sample-answer.ts'
import { pages, sampleDay, sampleMoment } from './sample-moments.ts'
import { sampleWithdrawal } from './sample-withdrawal.ts'

const periods = <Value>(today: Value, last_30_days: Value, previous_30_days: Value) => ({
  ...{ today, last_30_days, previous_30_days }
})
const noMoney = periods('0', '0', '0')
const queue = (
  name: NetworkHome['data']['attributes']['queues'][number]['name'],
  waiting = 0,
  days = 0
) => ({ name, waiting, oldest_at: waiting === 0 ? null : sampleMoment(days) })
const empty = ['disputes', 'offers', 'letters'] as const
const queues = [
  ...[queue('payout_stops', 1), queue('deposits', 1, 2), queue('withdrawals', 1, 1)],
  ...[queue('adjustments', 1, 3), queue('reported_creatives', 1, 2), queue('creatives', 14, 1)],
  ...[queue('sites', 1, 1), queue('earnings', 2, 6), queue('conversations', 3, 1)],
  ...empty.map(name => queue(name))
]
const checks: NetworkHome['data']['attributes']['checks'] = [
  { name: 'database', state: 'ok', text: 'Answers in 2 ms.' },
  { name: 'jobs', state: 'warning', text: '3 jobs wait for longer than a minute.' },
  { name: 'mail', state: 'alarm', text: 'The mail server refuses the connection.' }
]

function home(changes: Partial<NetworkHome['data']['attributes']>) {
  return given(readHome, {
    data: {
      type: 'network_homes',
      id: 'now',
      attributes: {
        at: sampleMoment(0),
        money: (['BTC', 'USD'] as const).map(asset => ({
          asset,
          charged: periods('2150000', '61400000', '48200000'),
          publishers: periods('1720000', '49120000', '38560000'),
          fees: periods('430000', '12280000', '9640000'),
          deposits: periods('0', '75000000', '81000000'),
          withdrawals: noMoney
        })),
        requests: periods(
          { requests: 41_200, filled: 36_900 },
          { requests: 1_310_000, filled: 1_140_000 },
          { requests: 1_020_000, filled: 940_000 }
        ),
        new_accounts: periods(2, 41, 38),
        ...{ active_campaigns: 12, active_ad_units: 37, queues, checks },
        reserves: [
          {
            asset: 'BTC',
            holdings: '912000000',
            liabilities: '905500000',
            checked_at: sampleMoment(0)
          }
        ],
        ...changes
      }
    }
  })
}

const nothing = periods(
  { requests: 0, filled: 0 },
  { requests: 0, filled: 0 },
  { requests: 0, filled: 0 }
)

/** The operator's home page of a network that has just been started. */
export const emptyHome: Given = home({
  money: (['BTC', 'USD'] as const).map(asset => ({
    asset,
    ...{ charged: noMoney, publishers: noMoney, fees: noMoney },
    ...{ deposits: noMoney, withdrawals: noMoney }
  })),
  ...{ requests: nothing, new_accounts: periods(1, 1, 0) },
  ...{ active_campaigns: 0, active_ad_units: 0, reserves: [] },
  queues: queues.map(({ name }) => queue(name)),
  checks: checks.map(it => ({ ...it, state: 'ok' }))
})

export const sampleOperator: readonly Given[] = [
  home({}),
  given(readQueues, { data: { type: 'queues', id: 'now', attributes: { queues } } }),
  given(readHealth, {
    data: {
      type: 'health_reports',
      id: '1',
      attributes: {
        at: sampleMoment(0),
        checks
      }
    }
  }),
  given(readLedgerCheck, {
    data: {
      type: 'ledger_checks',
      id: '4',
      attributes: {
        ...{ state: 'inconsistent', is_full: false, seconds: 14.2 },
        ...{ requested_at: sampleMoment(0), ended_at: sampleMoment(0), since: sampleMoment(0) },
        ...{ part: 18, parts: 18, part_name: 'A seal' },
        text: 'A settlement is broken: settlement:7:2026-03-02T10:00:00.000Z:12: there is no transfer of 5250\nA seal is broken: coupons: a row was changed since 2026-03-02T10:00:00.000Z (seal 4182, rows {[1,9)})',
        note: null
      }
    }
  }),
  given(readPayoutReview, {
    data: [
      {
        ...sampleWithdrawal('3'),
        attributes: {
          ...sampleWithdrawal('3').attributes,
          user_id: '7',
          user_name: 'ada',
          passkey_challenge: 'c2FtcGxl',
          instead_of: null
        }
      }
    ],
    meta: { ...pages(1), stops: [], restore: null, unknown: [] }
  }),
  given(listQueuedDeposits, {
    data: [
      {
        type: 'queued_deposits',
        id: '5',
        attributes: {
          chain: 'bitcoin',
          token_code: 'BTC',
          address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
          transaction_id: 'd3'.repeat(32),
          amount: '700000',
          confirmations: 6,
          seen_at: sampleMoment(2),
          why: 'unknown_address',
          proposal: null
        }
      }
    ],
    meta: pages(1)
  }),
  given(listCoupons, {
    data: [
      {
        type: 'coupons',
        id: '1',
        attributes: {
          code: 'SPRING-26',
          effect: 'promotion',
          asset: 'USD',
          amount: '2500000000',
          expires_at: sampleMoment(-20),
          uses_limit: 100,
          uses_per_account: 1,
          uses: 12,
          is_limited: false,
          created_at: sampleMoment(10)
        }
      }
    ],
    meta: pages(1)
  }),
  given(listAnnouncements, {
    data: [
      {
        type: 'announcements',
        id: '1',
        attributes: {
          header: 'Payouts are quicker now',
          content: 'They leave every ten minutes.',
          link: 'https://mille.example/news',
          link_text: 'Read more',
          type: 'default',
          state: 'current',
          starts_at: sampleMoment(2),
          ends_at: null,
          created_at: sampleMoment(2),
          dismissals_count: 14
        }
      }
    ],
    meta: pages(1)
  }),
  given(readBrand, {
    data: {
      type: 'brands',
      id: '1',
      attributes: { name: 'Mille', accent: null, colors: null, support_address: null, logo: null }
    }
  }),
  given(listBrandChanges, { data: [] }),
  given(readFeeBasis, {
    data: {
      ...{ type: 'fee_bases', id: 'now' },
      attributes: {
        ...{ from: sampleDay(30), to: sampleDay(1) },
        charged: [
          {
            asset: 'BTC',
            standard: '4120000',
            standard_halved: '90000',
            premium: '1250000',
            premium_halved: '0'
          },
          {
            asset: 'USD',
            standard: '61240000000',
            standard_halved: '0',
            premium: '0',
            premium_halved: '0'
          }
        ]
      }
    }
  }),
  given(listSettings, {
    data: [
      sampleSetting('fee_basis_points', '2000', { least: '0', most: '5000' }),
      sampleSetting('premium_fee_basis_points', '1000', { least: '0', most: '5000' }),
      sampleSetting('campaigns_without_captcha', '3', {}),
      sampleSetting('trust_after_approvals', 'none', { most: '1000', may_be_none: true }),
      sampleSetting('trust_sample_percent', '10', { most: '100' }),
      sampleSetting('withdrawal_approval_btc', '10000000', {}),
      sampleSetting('withdrawal_approval_usd', '500000000000', {}),
      sampleSetting('withdrawal_daily_btc', '50000000', {}),
      sampleSetting('withdrawal_daily_usd', '2000000000000', {}),
      sampleSetting('review_hours', '24', {}),
      sampleSetting('review_hours_new', '72', {}),
      sampleSetting('slow_start_btc', '5000', {}),
      sampleSetting('slow_start_usd', '500000000', {})
    ]
  }),
  given(listReferenceEntries, {
    data: [
      {
        type: 'catalogue_entries',
        id: 'banner_size-300x250',
        attributes: { kind: 'banner_size', name: '300x250', is_offered: true, uses: 12 }
      },
      {
        type: 'catalogue_entries',
        id: 'category-10',
        attributes: { kind: 'category', name: 'bitcoin', is_offered: true, uses: 4 }
      }
    ]
  })
]

export function sampleSetting(
  id: string,
  value: string,
  attributes: Partial<Setting['attributes']> = {}
): Setting {
  return {
    type: 'settings',
    id,
    attributes: {
      value,
      default_value: value,
      least: '0',
      most: '100000000000000',
      may_be_none: false,
      next: null,
      changed_at: null,
      changed_by: null,
      ...attributes
    }
  }
}
