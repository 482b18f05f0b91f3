import type { StatisticsDocument } from '@mille/api/statistics/endpoints.ts'
import { expect, test } from 'vitest'
import { lastDays, viewStatistics } from './statistics-view.ts'

const numbers = {
  served: 3,
  rendered: 2,
  viewable: 2,
  billable: 1,
  clicked: 0,
  rejected: {},
  money: { BTC: '5', USD: '0' }
}

test('counts days back from today, in UTC', () => {
  expect(lastDays(30, Date.parse('2026-11-20T23:59:59Z'))).toEqual({
    from: '2026-10-22',
    to: '2026-11-20'
  })
  expect(lastDays(1, Date.parse('2026-11-20T00:00:00Z'))).toEqual({
    from: '2026-11-20',
    to: '2026-11-20'
  })
})

test('puts an empty day where nothing happened', () => {
  const document: StatisticsDocument = {
    data: {
      type: 'statistics',
      id: '1',
      attributes: {
        interval: 'day',
        group_by: 'day',
        groups: [],
        rows: [{ at: '2026-11-19T00:00:00.000Z', ...numbers }],
        total: numbers
      }
    }
  }
  const { days, total } = viewStatistics(document, { from: '2026-11-18', to: '2026-11-20' })
  expect(days.map(day => [day.at.slice(0, 10), day.billable])).toEqual([
    ['2026-11-18', 0],
    ['2026-11-19', 1],
    ['2026-11-20', 0]
  ])
  expect(total.money.BTC).toBe('5')
})
