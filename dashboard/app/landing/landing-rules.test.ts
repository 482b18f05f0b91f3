import { expect, test } from 'vitest'
import { readViews, referralFor, viewsFor } from './landing-rules.ts'

test('a budget buys views at the average price', () => {
  expect(viewsFor(100_000n, 10_000n, 50_000)).toEqual({
    views: 10_000,
    cost: 100_000n,
    isAll: false
  })
})

test('a budget buys no more views than there are, and then costs less', () => {
  expect(viewsFor(100_000n, 10_000n, 4_000)).toEqual({ views: 4_000, cost: 40_000n, isAll: true })
})

test('a partner gets a tenth of what the advertisers of six months are charged', () => {
  expect(referralFor(2, 1_000n)).toEqual({
    first: 200n,
    steady: 1_200n,
    // Month by month, 1 + 2 + 3 + 4 + 5 + 7 × 6 monthly groups of advertisers earn commission.
    year: 57n * 200n
  })
})

test.each([
  ['100000', 100_000],
  [' 1,250,000 ', 1_250_000],
  ['1.250.000', 1_250_000],
  ['1 000', 1_000],
  ['1000000000', 1_000_000_000],
  ['1000000001', null],
  ['0', null],
  ['', null],
  ['1.5', null],
  ['-3', null],
  ['many', null]
])('%j page views are %j', (text, views) => {
  expect(readViews(text)).toBe(views)
})
