import {
  type AccountBalance,
  type AccountStatement,
  type FinanceOperation,
  type HistoryDay,
  listStatements,
  type OperationDocument,
  readBalances,
  readHistory,
  readHolds,
  readOperation,
  readStatement,
  readStats,
  type StatementSummary
} from '@mille/api/finances/endpoints.ts'
import { sampleCampaignName } from './sample-advertising.ts'
import { type Given, given } from './sample-answer.ts'
import { pages, sampleDay, sampleDays, sampleMoment } from './sample-moments.ts'

const operations = [
  operation('3', { type: 'deposit', amount: '650', state: 'too_small' }),
  operation('2', { type: 'deposit', amount: '5000000' }),
  operation('1', {
    type: 'spending',
    period_start: sampleMoment(1 + 2 / 24),
    amount: '-2500',
    source: { type: 'campaign', id: '1', name: sampleCampaignName }
  })
] as const

const dayRows = [
  historyDay(operations[1], { records: 2, in: '5000000' }),
  historyDay(operations[2], { records: 1, out: '2500' })
]

const charge: OperationDocument = {
  data: operations[2],
  meta: {
    entries: [
      {
        transfer: '41',
        key: 'settlement-1',
        kind: 'settlement',
        account: { type: 'campaign', id: '1', kind: 'available' },
        amount: '-2500',
        balance: '97500',
        at: sampleMoment(1)
      }
    ]
  }
}

/** An operation without entries in the account's ledger yet. */
export const sampleUnbookedOperation = given(readOperation, {
  ...charge,
  meta: { ...charge.meta, entries: [] }
})

const summary: StatementSummary = {
  type: 'account_statements',
  id: '7-2026-10-BTC',
  attributes: {
    number: '7-2026-10-BTC',
    month: '2026-10',
    currency: 'BTC',
    state: 'final',
    opening_balance: '1200000',
    in: '5000000',
    out: '402500',
    closing_balance: '5797500'
  }
}

const statement: AccountStatement = {
  ...summary,
  attributes: {
    ...summary.attributes,
    from: '2026-10-01T00:00:00.000Z',
    until: '2026-11-01T00:00:00.000Z',
    network: { name: 'ads.example', url: 'https://ads.example' },
    account: { id: '7', username: 'Ada', email: 'ada@example.com', billing_details: null },
    lines: [
      { date: '2026-10-02', kind: 'deposit', records: 1, amount: '5000000' },
      { date: '2026-10-02', kind: 'advertising', records: 24, amount: '-2500' },
      { date: '2026-10-31', kind: 'withdrawal', records: 1, amount: '-400000' }
    ],
    sums: [
      { kind: 'deposit', records: 1, amount: '5000000' },
      { kind: 'advertising', records: 24, amount: '-2500' },
      { kind: 'withdrawal', records: 1, amount: '-400000' }
    ]
  }
}

/** Returns the answer with a statement that differs from the sample in some attributes. */
export const sampleStatement = (own: Partial<AccountStatement['attributes']> = {}) =>
  given(readStatement, { data: { ...statement, attributes: { ...statement.attributes, ...own } } })

export const sampleMoney: readonly Given[] = [
  sampleStatement(),
  given(listStatements, { data: [summary], meta: pages(1) }),
  given(readBalances, { data: [balance('BTC', '4200000'), balance('USD', '12550000000')] }),
  given(readHistory, {
    data: [...operations],
    meta: { ...pages(operations.length), days: dayRows }
  }),
  given(readOperation, charge),
  given(readHolds, {
    data: [
      {
        type: 'finance_holds',
        id: '1',
        attributes: {
          currency: 'BTC',
          amount: '5000',
          reason: 'campaign_window',
          is_promotion: false,
          source: { type: 'campaign', id: '1', name: sampleCampaignName },
          created_at: sampleMoment(0),
          until: null
        }
      }
    ],
    meta: pages(1)
  }),
  given(readStats, {
    data: sampleDays(30, ago => ({
      type: 'user_finances_stats' as const,
      id: `BTC-${sampleDay(ago)}`,
      attributes: {
        date: sampleDay(ago),
        currency: 'BTC' as const,
        spending: String(ago * 400),
        earning: String(ago * 150),
        withdrawal: '0',
        deposit: ago === 20 ? '5000000' : '0'
      }
    }))
  })
]

function balance(currency: 'BTC' | 'USD', available: string): AccountBalance {
  return {
    type: 'account_balances',
    id: currency,
    attributes: {
      currency,
      available,
      held: '5000',
      promotion: '0',
      in_campaigns: '1200000',
      in_ad_units: '84000',
      pending_deposits: '0',
      pending_withdrawals: '0'
    }
  }
}

function operation(id: string, attributes: Partial<FinanceOperation['attributes']>) {
  const made: FinanceOperation = {
    type: 'user_finance_operations',
    id: `transfer-${id}`,
    attributes: {
      date: sampleMoment(1),
      period_start: null,
      type: 'deposit',
      source: { type: 'account', id: '7', name: 'Ada' },
      currency: 'BTC',
      amount: '0',
      state: 'done',
      reference: `4${id}`,
      ...attributes
    }
  }
  return made
}

function historyDay(
  { attributes }: FinanceOperation,
  sums: Pick<HistoryDay, 'records'> & Partial<HistoryDay>
): HistoryDay {
  const { period_start: start, date, currency } = attributes
  return {
    date: (start ?? date).slice(0, 10),
    currency,
    is_settlement_periods: start !== null,
    in: '0',
    out: '0',
    ...sums
  }
}
