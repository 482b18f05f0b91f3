import {
  listAutomaticPayouts,
  listLightningDeposits,
  listWithdrawals,
  readCurrencies,
  readDepositAddresses
} from '@mille/api/payments/endpoints.ts'
import { type Given, given } from './sample-answer.ts'
import { sampleInvoice, sampleInvoices } from './sample-invoice.ts'
import { pages, sampleMoment } from './sample-moments.ts'
import { sampleWithdrawal, sampleWithdrawalOption } from './sample-withdrawal.ts'

const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

export const samplePayments: readonly Given[] = [
  given(readCurrencies, {
    data: [currency('BTC', '6500000000000', '100000000'), currency('USD', '100000000', '1538')]
  }),
  given(readDepositAddresses, {
    data: [
      {
        type: 'deposit_addresses',
        id: '1',
        attributes: {
          depositable_id: '7',
          depositable_type: 'user',
          token_code: 'BTC',
          address,
          uri: `bitcoin:${address}`,
          created_at: sampleMoment(30),
          deposits: [
            {
              id: '2',
              transaction_id: 'd3'.repeat(32),
              token_code: 'BTC',
              amount: '650',
              state: 'too_small',
              confirmations: 1,
              required_confirmations: 3,
              seen_at: sampleMoment(0)
            },
            {
              id: '1',
              transaction_id: 'b1'.repeat(32),
              token_code: 'BTC',
              amount: '5000000',
              state: 'unconfirmed',
              confirmations: 1,
              required_confirmations: 3,
              seen_at: sampleMoment(0)
            }
          ]
        }
      }
    ],
    meta: {
      currencies: { btc: [{ token_code: 'BTC', token_type: 'native' }] },
      required_confirmations: { BTC: 3 },
      minimum_deposits: { BTC: '5000' },
      lightning: { minimum: '1000', maximum: '1000000' }
    }
  }),
  given(
    listLightningDeposits,
    sampleInvoices([
      sampleInvoice('3'),
      sampleInvoice('2', {
        state: 'credited',
        credited: '25000',
        amount: '25000',
        expires_at: sampleMoment(2),
        created_at: sampleMoment(2),
        credited_at: sampleMoment(2)
      }),
      sampleInvoice('1', {
        state: 'expired',
        expires_at: sampleMoment(3),
        created_at: sampleMoment(3)
      })
    ])
  ),
  given(listWithdrawals, {
    data: [
      sampleWithdrawal('2', { state: 'approved', waits_for: 'signer' }),
      sampleWithdrawal('1', { state: 'confirmed', transaction_id: 'c2'.repeat(32) })
    ],
    meta: {
      ...pages(2),
      lightning: null,
      freeze_hours: 24,
      options: [
        sampleWithdrawalOption({
          addresses: [{ address, usable_at: sampleMoment(20), is_frozen: false }]
        })
      ]
    }
  }),
  given(listAutomaticPayouts, {
    data: [
      {
        type: 'automatic_payouts',
        id: 'BTC',
        attributes: {
          currency: 'BTC',
          token_code: 'BTC',
          method: 'chain',
          address,
          threshold: '1000000',
          usable_at: sampleMoment(2),
          is_frozen: false,
          problem: null,
          problem_detail: null,
          next_try_at: null
        }
      }
    ]
  })
]

function currency(code: 'BTC' | 'USD', usdRate: string, btcRate: string) {
  return {
    type: 'currencies' as const,
    id: code,
    attributes: {
      code,
      usd_rate: usdRate,
      btc_rate: btcRate,
      at: sampleMoment(0),
      age_seconds: 5,
      is_stale: false
    }
  }
}
