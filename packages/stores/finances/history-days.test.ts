import type { FinanceOperation, HistoryDay } from '@mille/api/finances/endpoints.ts'
import { expect, test } from 'vitest'
import { historyDays } from './history-days.ts'

function operation(id: string, date: string, start: string | null): FinanceOperation {
  const attributes = {
    date: `${date}.000Z`,
    period_start: start && `${start}.000Z`,
    type: 'spending',
    source: { type: 'campaign', id: '1', name: 'Kettles' },
    currency: 'BTC',
    amount: '-1',
    state: 'done',
    reference: ''
  } as const
  return { type: 'user_finance_operations', id, attributes }
}

const row = (date: string, of: Partial<HistoryDay>): HistoryDay => ({
  date,
  currency: 'BTC',
  is_settlement_periods: true,
  records: 1,
  in: '0',
  out: '0',
  ...of
})

test('a period is of the day on which it began, and the sums are whole although its day is cut', () => {
  const days = historyDays(
    [
      operation('a', '2026-11-25T00:10:00', null),
      operation('b', '2026-11-25T00:00:00', '2026-11-24T22:00:00'),
      operation('c', '2026-11-24T22:00:00', '2026-11-24T20:00:00')
    ],
    [
      row('2026-11-24', { records: 12, out: '9007199254740993' }),
      row('2026-11-24', { is_settlement_periods: false, in: '7', out: '2' }),
      row('2026-11-24', { currency: 'USD', records: 3, out: '5' }),
      row('2026-11-25', { is_settlement_periods: false, out: '1' })
    ]
  )
  expect(days.map(it => it.date)).toEqual(['2026-11-25', '2026-11-24'])
  const [, cut] = days
  expect(cut?.periods.operations.map(it => it.id)).toEqual(['b', 'c'])
  expect(cut?.periods.records).toBe(15)
  expect(cut?.others).toEqual({
    operations: [],
    records: 1,
    sums: [{ asset: 'BTC', in: 7n, out: 2n }]
  })
  expect(cut?.sums).toEqual([
    { asset: 'BTC', in: 7n, out: 9_007_199_254_740_995n },
    { asset: 'USD', in: 0n, out: 5n }
  ])
})
