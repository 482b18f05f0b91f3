import { shareOf } from '@mille/money/split.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimateEarnings, estimateRange } from './traffic-rules.ts'

const amount = fc.bigInt(0n, 10n ** 12n)

test('what is promised is no more than is left to pay, and no more than such units earned', () => {
  fc.assert(
    fc.property(
      fc.record({ impressions: fc.integer({ min: 1, max: 1_000_000_000 }), net: amount }),
      fc.record({ BTC: amount, USD: amount }),
      ({ impressions, net }, left) => {
        const served = 10_000n
        const units = { served, billable: 5_000n, netBtc: net, netUsd: net }
        const { earnings, earnings_low } = estimateEarnings(impressions, units, left)
        for (const asset of ['BTC', 'USD'] as const) {
          const promised = BigInt(earnings?.[asset] ?? -1)
          expect(promised).toBeLessThanOrEqual(left[asset])
          expect(promised).toBeLessThanOrEqual(shareOf(net, BigInt(impressions), served))
          expect(BigInt(earnings_low?.[asset] ?? -1)).toBeLessThanOrEqual(promised)
        }
      }
    )
  )
})

test('a range is ordered, and none of its figures is more than is left to pay', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000_000 }),
      fc.tuple(amount, amount, amount),
      amount,
      (impressions, prices, left) => {
        const [low = 0n, median = 0n, high = 0n] = prices.toSorted((a, b) => (a < b ? -1 : 1))
        const shown = { served: 10_000n, billable: 5_000n }
        const range = estimateRange(impressions, shown, { net: { low, median, high }, left })
        const [least, middle, most] = [range?.low, range?.median, range?.high].map(it =>
          BigInt(it ?? -1)
        )
        expect(least).toBeGreaterThanOrEqual(0n)
        expect(least).toBeLessThanOrEqual(middle ?? -1n)
        expect(middle).toBeLessThanOrEqual(most ?? -1n)
        expect(most).toBeLessThanOrEqual(left)
      }
    )
  )
})

test('a range counts only the part of the views that is billable, and is null without enough data', () => {
  const net = { low: 1_000n, median: 2_000n, high: 4_000n }
  const of = (served: bigint, left: bigint) =>
    estimateRange(100_000, { served, billable: served / 2n }, { net, left })
  const usual = { asset: 'BTC', low: '50000', median: '100000', high: '200000' }
  expect(of(10_000n, 10_000_000n)).toEqual({ ...usual, is_limited: false })
  // 120,000 are left, which the existing units' 20,000 views compete for.
  expect(of(20_000n, 120_000n)).toEqual({ ...usual, high: '120000', is_limited: true })
  expect(of(20_000n, 30_000n)).toEqual({
    asset: 'BTC',
    low: '25000',
    median: '30000',
    high: '30000',
    is_limited: true
  })
  expect(of(999n, 10_000_000n)).toBeNull()
  expect(estimateRange(1, { served: 1_000n, billable: 1n }, { net: null, left: 1n })).toBeNull()
})
