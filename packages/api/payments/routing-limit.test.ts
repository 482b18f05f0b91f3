import { expect, test } from 'vitest'
import { maximumRoutingFee, payableFrom } from './routing-limit.ts'

test('a budget pays the largest amount that leaves the most that its routing may cost', () => {
  for (const budget of [
    6n,
    1_004n,
    1_005n,
    1_006n,
    1_206n,
    20_100n,
    20_101n,
    2_100_000_000_000_000n
  ]) {
    const amount = payableFrom(budget)
    expect(amount + maximumRoutingFee(amount)).toBeLessThanOrEqual(budget)
    const more = amount + 1n
    expect(more + maximumRoutingFee(more)).toBeGreaterThan(budget)
  }
  expect([0n, 4n, 5n].map(payableFrom)).toEqual([0n, 0n, 0n])
})
