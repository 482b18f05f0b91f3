import { orderStates } from '@mille/api/constants.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  elapsedDays,
  isAllowed,
  priceIn,
  releaseBetween,
  releasedUntil,
  transitions
} from './order-rules.ts'

test('half is released day by day, the other half on day 30', () => {
  expect([0, 1, 15, 29, 30].map(day => releasedUntil(6_001n, day))).toEqual([
    0n,
    100n,
    1_500n,
    2_900n,
    6_001n
  ])
})

test('however the days are cut, the parts are the whole to the unit', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 15n }),
      fc.integer({ min: 0, max: 10_000 }),
      fc.boolean(),
      fc.uniqueArray(fc.integer({ min: 1, max: 29 }), { maxLength: 29 }),
      (amount, feeBasisPoints, hasPartner, days) => {
        const terms = { amount, feeBasisPoints, hasPartner }
        const cuts = [0, ...days.sort((a, b) => a - b), 30]
        const parts = cuts
          .slice(1)
          .map((day, index) => releaseBetween(terms, cuts[index] ?? 0, day))
        const sum = (name: 'gross' | 'fee' | 'referral' | 'net') =>
          parts.reduce((all, it) => all + it[name], 0n)
        expect(parts.every(it => it.net >= 0n && it.fee >= 0n && it.referral >= 0n)).toBe(true)
        expect(parts.every(it => it.gross === it.net + it.fee && it.referral <= it.gross)).toBe(
          true
        )
        expect(sum('gross')).toBe(amount)
        expect(sum('fee')).toBe((amount * BigInt(feeBasisPoints)) / 10_000n)
        expect(sum('referral') <= sum('fee') / 2n).toBe(true)
      }
    )
  )
})

test('days are whole and end with the schedule', () => {
  const confirmed = new Date('2026-03-02T10:00:00Z')
  const at = (hours: number) => new Date(confirmed.getTime() + hours * 3_600_000)
  expect([-1, 0, 23, 24, 47, 720, 9_000].map(hours => elapsedDays(confirmed, at(hours)))).toEqual([
    0, 0, 0, 1, 1, 30, 30
  ])
})

test('a price in bitcoin is never less than the price in dollars', () => {
  expect(priceIn('USD', 12_345n, null)).toBe(12_345_000_000n)
  expect(priceIn('BTC', 10_000n, 6_000_000_000_000n)).toBe(166_667n)
  expect(priceIn('BTC', 1n, 6_000_000_000_000n)).toBe(17n)
})

test('every state is reached, and nothing leaves those that are final', () => {
  const reached = new Set(transitions.map(it => it.to))
  expect(orderStates.filter(it => it !== 'placed' && !reached.has(it))).toEqual([])
  for (const state of ['declined', 'cancelled', 'completed', 'refunded'] as const)
    expect(transitions.filter(it => it.from === state)).toEqual([])
  expect(isAllowed('placed', 'accepted', 'advertiser')).toBe(false)
})
