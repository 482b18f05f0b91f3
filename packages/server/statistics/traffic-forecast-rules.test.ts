import fc from 'fast-check'
import { expect, test } from 'vitest'
import { viewsPerDay } from './traffic-forecast-rules.ts'

const amount = fc.bigInt(0n, 10n ** 15n)
const day = fc.record({ views: fc.bigInt(0n, 10n ** 9n), paidBtc: amount, paidUsd: amount })
const positive = fc.bigInt(1n, 10n ** 15n)
const budget = fc.record({
  units: positive,
  asset: fc.constantFrom('BTC' as const, 'USD' as const),
  trafficType: fc.constantFrom('cpd' as const, 'cpm' as const),
  maxCpm: fc.option(positive)
})
const rate = { usdUnitsPerBtc: 6_000_000_000_000n }

test('a range is in order, within what there was and what can be paid, and grows with the budget', () => {
  fc.assert(
    fc.property(fc.array(day, { minLength: 1, maxLength: 14 }), budget, (days, it) => {
      const range = viewsPerDay(days, it, rate) ?? { low: -1, high: -1 }
      expect(range.low).toBeGreaterThanOrEqual(0)
      expect(range.high).toBeGreaterThanOrEqual(range.low)
      expect(range.high).toBeLessThanOrEqual(Math.max(...days.map(({ views }) => Number(views))))
      if (it.trafficType === 'cpm' && it.maxCpm !== null)
        expect(BigInt(range.high) * it.maxCpm).toBeLessThanOrEqual(it.units * 1000n)
      const more = viewsPerDay(days, { ...it, units: it.units * 2n }, rate)
      expect(more?.low).toBeGreaterThanOrEqual(range.low)
      expect(more?.high).toBeGreaterThanOrEqual(range.high)
    })
  )
})

test('the order of the days does not matter', () => {
  fc.assert(
    fc.property(fc.array(day, { minLength: 1, maxLength: 14 }), budget, (days, it) => {
      expect(viewsPerDay(days.toReversed(), it, rate)).toEqual(viewsPerDay(days, it, rate))
    })
  )
})
