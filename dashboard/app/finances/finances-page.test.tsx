import type { AccountStatement } from '@mille/api/finances/endpoints.ts'
import { sampleStatement } from '@mille/stores/samples/sample-money.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Reader } from '../page/money/sample-reader.tsx'
import { moneyColumns } from '../page/money/shown-money.ts'
import { BalanceCard } from './balance-card.tsx'
import { DepositAddressStep } from './deposit-address-step.tsx'
import { HistoryList } from './history-list.tsx'
import { OperationsTable } from './operations-table.tsx'
import { SlowStartNotice } from './slow-start-notice.tsx'
import { StatementBill } from './statement-bill.tsx'

function draw(element: React.ReactNode): HTMLElement {
  const page = document.createElement('div')
  page.innerHTML = renderToStaticMarkup(element)
  return page
}

test('what withdrawals hold is named as a part of what is on hold, right below it', () => {
  const attributes = {
    currency: 'BTC',
    available: '1000',
    promotion: '0',
    held: '900',
    in_campaigns: '0',
    in_ad_units: '0',
    pending_deposits: '0',
    pending_withdrawals: '700'
  } as const
  const card = draw(
    <BalanceCard balance={{ type: 'account_balances', id: 'BTC', attributes }} holds={[]} />
  )
  const names = Array.from(card.querySelectorAll('dt'), it => it.textContent)
  expect(names.slice(0, 2)).toEqual(['On hold', 'Of that, for withdrawals'])
  const amounts = Array.from(card.querySelectorAll('dd'), it =>
    it.textContent.replaceAll('\u00a0', ' ')
  )
  expect(amounts.slice(0, 2)).toEqual(['0.00000900 BTC', '0.00000700 BTC'])
})

test('says what a good day is, where it says how many a unit has', () => {
  const start = {
    ad_unit: { id: '3', name: 'Sidebar' },
    since: '2026-11-01T10:00:00.000Z',
    good_days: 2,
    days_needed: 7,
    ends_at: '2027-01-30T10:00:00.000Z',
    waiting: []
  }
  const meta = {
    pagination: { records: 0 },
    days: [],
    slow_starts: [start],
    slow_start_limits: [{ currency: 'BTC' as const, amount: '20000' }]
  }
  const notice = draw(<SlowStartNotice {...meta} />)
  expect(notice.textContent).toContain(
    'A day with at least 100 genuine views is a good day, and each unit below shows how many it has and needs.'
  )
  expect(notice.querySelector('li')?.textContent).toMatch(/^“Sidebar”: 2 of 7 good days\. /)
})

test('the minimum deposit is beside the address before anything is paid, and with it what was too small', () => {
  const deposit = {
    id: '1',
    transaction_id: 'd3'.repeat(32),
    token_code: 'BTC',
    amount: '650',
    state: 'too_small',
    confirmations: 2,
    required_confirmations: 2,
    seen_at: '2026-11-01T10:00:00.000Z'
  } as const
  const attributes = {
    depositable_id: '7',
    depositable_type: 'user',
    token_code: 'BTC',
    address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    uri: 'bitcoin:bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    created_at: '2026-11-01T10:00:00.000Z'
  } as const
  const shown = (minimum: bigint | null, deposits: (typeof deposit)[]) =>
    draw(
      <DepositAddressStep
        address={{ type: 'deposit_addresses', id: '1', attributes: { ...attributes, deposits } }}
        minimum={minimum}
        onBack={() => {}}
      />
    ).textContent.replaceAll('\u00a0', ' ')
  expect(shown(5_000n, [])).toContain(
    'The minimum deposit is 0.00005000 BTC. Less is not credited.'
  )
  expect(shown(null, [])).not.toContain('minimum')
  expect(shown(5_000n, [deposit])).toContain(
    'This payment is below the minimum deposit and is not credited.'
  )
})

test('the history says why a deposit that is too small is not credited', () => {
  const attributes = {
    date: '2026-11-01T10:00:00.000Z',
    period_start: null,
    type: 'deposit',
    source: { type: 'account', id: '7', name: 'Ada' },
    currency: 'BTC',
    amount: '650',
    state: 'too_small',
    reference: 'd3'.repeat(32)
  } as const
  const table = draw(
    <OperationsTable
      operations={[{ type: 'user_finance_operations', id: 'deposit-1', attributes }]}
    />
  )
  expect(table.textContent).toContain(
    'Too smallThis payment is below the minimum deposit and is not credited.'
  )
})

test('the history writes a settlement period from its start to its end, on the day that it began', () => {
  const attributes = {
    type: 'spending',
    source: { type: 'campaign', id: '1', name: 'Kettles' },
    currency: 'BTC',
    amount: '-650',
    state: 'done',
    reference: ''
  } as const
  const periods = [
    ['2026-11-24T16:00:00.000Z', '2026-11-24T18:00:00.000Z'],
    ['2026-11-24T22:00:00.000Z', '2026-11-25T00:00:00.000Z'],
    ['2026-11-24T00:00:00.000Z', '2026-11-26T00:00:00.000Z']
  ].map(([period_start = '', date = ''], index) => ({
    type: 'user_finance_operations' as const,
    id: `spending-1-${index}`,
    attributes: { ...attributes, period_start, date }
  }))
  const words = [...draw(<OperationsTable operations={periods} />).querySelectorAll('time')]
  expect(words.map(it => it.textContent)).toEqual([
    '24 Nov 2026, 16:00–18:00 UTC',
    '24 Nov 2026, 22:00–24:00 UTC',
    '24 Nov 2026, 00:00 – 25 Nov 2026, 24:00 UTC'
  ])
})

test('the history folds the settlement periods of a day into its sum, and a part of a cent has its exact amount behind it', () => {
  const attributes = {
    type: 'spending',
    source: { type: 'campaign', id: '1', name: 'Kettles' },
    currency: 'USD',
    amount: '-256000',
    state: 'done',
    reference: '',
    date: '2026-11-25T00:00:00.000Z',
    period_start: '2026-11-24T22:00:00.000Z'
  } as const
  const period = { type: 'user_finance_operations' as const, id: 'spending-1-1', attributes }
  const deposit = {
    ...period,
    id: 'deposit-1',
    attributes: {
      ...attributes,
      type: 'deposit' as const,
      currency: 'BTC' as const,
      amount: '650',
      period_start: null,
      date: '2026-11-24T10:00:00.000Z'
    }
  }
  const spent = [{ asset: 'USD' as const, in: 0n, out: 3_072_000n }]
  const list = draw(
    <HistoryList
      columns={[]}
      days={[
        {
          date: '2026-11-24',
          sums: [{ asset: 'BTC', in: 650n, out: 0n }, ...spent],
          others: { operations: [deposit], records: 1, sums: [] },
          periods: { operations: [period], records: 12, sums: spent }
        }
      ]}
    />
  )
  const textOf = (element: Element | null) => element?.textContent?.replaceAll('\u00a0', ' ')
  expect(textOf(list.querySelector('h3'))).toBe('24 Nov 2026')
  expect(textOf(list.querySelector('section > ul'))).toBe(
    'Deposited Kettles10:00 UTC+0.00000650 BTC'
  )
  const fold = list.querySelector('details')
  expect(fold?.open).toBe(false)
  expect(textOf(fold?.querySelector('summary') ?? null)).toBe(
    '1 of 12 settlement periods−0.03 USD (exactly 0.03072 USD)'
  )
  expect(textOf(fold?.querySelector('li') ?? null)).toBe(
    'Spent Kettles22:00–24:00 UTC> −0.01 USD (exactly 0.00256 USD)'
  )
  expect(fold?.querySelector('li [title]')?.getAttribute('title')).toBe('0.00256 USD')
})

test('the history adds up both currencies of a day in the currency of the reader, with the exact amounts behind', () => {
  const none = { operations: [], records: 0, sums: [] }
  const sums = [
    { asset: 'BTC' as const, in: 50_000n, out: 0n },
    { asset: 'USD' as const, in: 3_200_000_000n, out: 3_072_000n }
  ]
  const day = { date: '2026-11-24', sums, others: none, periods: none }
  const textIn = (currency: 'usd' | 'satoshi' | 'btc' | null) => {
    const columns = moneyColumns(['BTC', 'USD'], currency, 64_000n * 100_000_000n)
    return draw(<HistoryList days={[day]} columns={columns} />)
      .querySelector('h3')
      ?.parentElement?.textContent.replaceAll('\u00a0', ' ')
      .replace('24 Nov 2026', '')
  }
  expect(textIn('usd')).toBe(
    '≈ +64.00 USD (exactly 0.00050000 BTC + 32.00 USD)−0.03 USD (exactly 0.03072 USD)'
  )
  expect(textIn('satoshi')).toBe(
    '≈ +100,000 sats (exactly 0.00050000 BTC + 32.00 USD)≈ −48 sats (exactly 0.03072 USD)'
  )
  expect(textIn(null)).toBe('+0.00050000 BTC+32.00 USD−0.03 USD (exactly 0.03072 USD)')
})

test('a statement keeps the amounts of the ledger, and has what they are worth beside them', () => {
  const { data } = sampleStatement({}).answer as { data: AccountStatement }
  const statement = data.attributes
  const shownIn = (currency: 'usd' | 'satoshi' | 'btc') =>
    draw(
      <Reader currency={currency}>
        <StatementBill statement={statement} />
      </Reader>
    )
  const amounts = (page: HTMLElement) =>
    Array.from(page.querySelectorAll('data'), it => it.getAttribute('value'))
  const [dollars, bitcoin] = [shownIn('usd'), shownIn('btc')]
  expect(amounts(dollars)).toEqual(amounts(bitcoin))
  expect(dollars.textContent).toMatch(/BTC ≈\u00a0[\d,.]+\u00a0USD/)
  expect(dollars.textContent).toContain('is not part of the statement')
  expect(bitcoin.textContent).not.toContain('≈')
  expect(bitcoin.textContent).not.toContain('is not part of the statement')
  expect(shownIn('satoshi').textContent).toMatch(/BTC [\d,]+\u00a0sats/)
})
