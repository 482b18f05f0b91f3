import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countSigning, type SignedFamily, type SigningWish } from './limits.ts'

const limits = {
  BTC: { once: 5n, daily: 10n },
  USD: { once: 100n, daily: 100n },
  coin: { once: 7n, daily: 9n }
}
const dayMs = 86_400_000

/** Returns the requests that may be signed, counting each. */
function signAll(wishes: readonly (SigningWish & { at?: number })[]) {
  let families: SignedFamily[] = []
  return wishes.filter(wish => {
    const counted = countSigning(limits, families, wish, wish.at ?? 0)
    if (counted.ok) families = counted.families
    return counted.ok
  })
}

const wish = (amount: bigint, ...spends: string[]): SigningWish => ({
  asset: 'BTC',
  amount,
  spends
})

test('counts what may leave by transaction, by asset and in any 24 hours', () => {
  expect(signAll([wish(6n, 'a')])).toHaveLength(0)
  expect(signAll([wish(5n, 'a'), wish(5n, 'b'), wish(1n, 'c')])).toHaveLength(2)
  const dollars = { asset: 'USD' as const, amount: 100n, spends: ['1:0'] }
  expect(signAll([wish(5n, 'a'), dollars, wish(5n, 'b')])).toHaveLength(3)
  const gas = { ...dollars, asset: 'coin' as const, amount: 6n }
  expect(signAll([dollars, gas, { ...gas, amount: 7n }, wish(5n, 'a')])).toHaveLength(4)
  expect(signAll([gas, { ...gas, spends: ['1:1'] }, { ...gas, amount: 8n }])).toHaveLength(1)
  const late = [wish(5n, 'a'), wish(5n, 'b')].map(it => ({ ...it, at: 0 }))
  expect(signAll([...late, { ...wish(5n, 'c'), at: dayMs - 1 }])).toHaveLength(2)
  expect(signAll([...late, { ...wish(5n, 'c'), at: dayMs }])).toHaveLength(3)
})

test('counts the largest of those that take each other’s place', () => {
  const bumps = [wish(4n, 'a'), wish(5n, 'a', 'b'), wish(4n, 'a', 'b', 'c')]
  expect(signAll([...bumps, wish(5n, 'd'), wish(1n, 'e')])).toHaveLength(4)
})

test('whatever is asked for, no more than the limit can get into the chain', () => {
  const one = fc.record({
    asset: fc.constant('BTC' as const),
    amount: fc.bigInt(0n, 6n),
    spends: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), {
      minLength: 1,
      maxLength: 3
    })
  })
  fc.assert(
    fc.property(fc.array(one, { maxLength: 12 }), wishes => {
      expect(maxThatCanBeMined(signAll(wishes)) <= limits.BTC.daily).toBe(true)
    }),
    { numRuns: 2_000 }
  )
})

/** Returns the maximum amount of any selection in which no two transactions spend the same. */
function maxThatCanBeMined([first, ...rest]: readonly SigningWish[]): bigint {
  if (!first) return 0n
  const without = maxThatCanBeMined(rest)
  const beside = rest.filter(it => !it.spends.some(spend => first.spends.includes(spend)))
  const withIt = first.amount + maxThatCanBeMined(beside)
  return larger(without, withIt)
}

const larger = (a: bigint, b: bigint) => (a > b ? a : b)
