import { readHealth, readLedgerCheck } from '@mille/api/admin/endpoints.ts'
import { listAnnouncements } from '@mille/api/announcements/endpoints.ts'
import { listCoupons } from '@mille/api/coupons/endpoints.ts'
import { listQueuedDeposits, readPayoutReview } from '@mille/api/payments/endpoints.ts'
import { listReferenceEntries, listSettings, type Setting } from '@mille/api/settings/endpoints.ts'
import { type Given, given } from './sample-answer.ts'
import { pages, sampleMoment } from './sample-moments.ts'
import { sampleWithdrawal } from './sample-withdrawal.ts'

export const sampleOperator: readonly Given[] = [
  given(readHealth, {
    data: {
      type: 'health_reports',
      id: '1',
      attributes: {
        at: sampleMoment(0),
        checks: [
          { name: 'database', state: 'ok', text: 'Answers in 2 ms.' },
          { name: 'jobs', state: 'warning', text: '3 jobs wait for longer than a minute.' },
          { name: 'mail', state: 'alarm', text: 'The mail server refuses the connection.' }
        ]
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
  given(listSettings, {
    data: [
      setting('fee_basis_points', '2000', { least: '0', most: '5000' }),
      setting('premium_fee_basis_points', '1000', { least: '0', most: '5000' }),
      setting('campaigns_without_captcha', '3', {}),
      setting('withdrawal_approval_btc', '10000000', {}),
      setting('withdrawal_approval_usd', '500000000000', {}),
      setting('withdrawal_daily_btc', '50000000', {}),
      setting('withdrawal_daily_usd', '2000000000000', {}),
      setting('review_hours', '24', {}),
      setting('review_hours_new', '72', {}),
      setting('slow_start_btc', '5000', {}),
      setting('slow_start_usd', '500000000', {})
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

function setting(id: string, value: string, attributes: Partial<Setting['attributes']>): Setting {
  return {
    type: 'settings',
    id,
    attributes: {
      value,
      default_value: value,
      least: '0',
      most: '100000000000000',
      next: null,
      changed_at: null,
      changed_by: null,
      ...attributes
    }
  }
}
