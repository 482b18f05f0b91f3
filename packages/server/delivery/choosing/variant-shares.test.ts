import { createRandom, type Random } from '@mille/testing/random.ts'
import { expect, test } from 'vitest'
import { chancesOfBest, type Response, variantShares } from './variant-shares.ts'

const seed = Number(process.env.SEED ?? 20_261_128)
const seeds = Number(process.env.SEEDS ?? 100)

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, it) => sum + it, 0)

/** Returns a click rate as it is distributed after these views and clicks: the kth smallest of n even numbers. */
function someRate({ views, clicks }: Response, random: Random): number {
  const rates = Array.from({ length: views + 1 }, () => random.fraction())
  return rates.sort((one, other) => one - other)[clicks] ?? 0
}

test.each<[string, Response[], number[]]>([
  ['one creative', [{ views: 10, clicks: 1 }], [1]],
  ['nothing is known', Array(4).fill({ views: 0, clicks: 0 }), [0.25, 0.25, 0.25, 0.25]],
  // P(A > B) where A has the density 2a and B is even: the integral of 2a × a.
  [
    'one click more',
    [
      { views: 1, clicks: 1 },
      { views: 0, clicks: 0 }
    ],
    [2 / 3, 1 / 3]
  ],
  [
    'a click that is counted before its view',
    [
      { views: 0, clicks: 1 },
      { views: 0, clicks: 0 }
    ],
    [2 / 3, 1 / 3]
  ],
  [
    'many views, of which one creative has few',
    [
      { views: 1e7, clicks: 1e5 },
      { views: 1e7, clicks: 1.1e5 },
      { views: 0, clicks: 0 }
    ],
    [0, 0.011, 0.989]
  ]
])('the chance of being the best, %s', (_name, responses, wanted) => {
  const chances = chancesOfBest(responses)
  for (const [index, chance] of chances.entries()) expect(chance).toBeCloseTo(wanted[index] ?? 0, 3)
})

test(`the chances are those of sampled rates (SEED=${seed})`, () => {
  const random = createRandom(seed)
  for (let round = 0; round < 5; round++) {
    const responses = Array.from({ length: 2 + random.below(5) }, () => {
      const views = 1 + random.below(60)
      return { views, clicks: random.below(Math.ceil(views / 3)) }
    })
    const wins = responses.map(() => 0)
    const samples = 2000
    for (let sample = 0; sample < samples; sample++) {
      const rates = responses.map(it => someRate(it, random))
      const best = rates.indexOf(Math.max(...rates))
      wins[best] = (wins[best] ?? 0) + 1
    }
    for (const [index, chance] of chancesOfBest(responses).entries()) {
      // Five standard deviations of what the samples find.
      const error = 5 * Math.sqrt((chance * (1 - chance)) / samples) + 0.001
      expect(Math.abs((wins[index] ?? 0) / samples - chance)).toBeLessThan(error)
    }
  }
})

test('the shares add up to 1, are the same each time, and keep a tenth for trying', () => {
  const responses = [1, 2, 30, 4, 5, 6].map(clicks => ({ views: 1000, clicks }))
  const shares = variantShares(responses)
  expect(sumOf(shares)).toBeCloseTo(1, 9)
  expect(variantShares(responses)).toEqual(shares)
  expect(Math.min(...shares)).toBeCloseTo(0.1 / 6, 4)
  expect(shares[2]).toBeCloseTo(0.9 + 0.1 / 6, 4)
})

/**
 * Shows 20,000 ads of two creatives, with the shares computed again every 500, and returns the part of the second one.
 */
function partOfBetter(random: Random, worseRate: number, betterRate: number): number {
  const worse = { views: 0, clicks: 0 }
  const better = { views: 0, clicks: 0 }
  for (let batch = 0; batch < 40; batch++) {
    const [, share = 0] = variantShares([worse, better])
    for (let view = 0; view < 500; view++) {
      const isBetter = random.chance(share)
      const shown = isBetter ? better : worse
      shown.views++
      if (random.chance(isBetter ? betterRate : worseRate)) shown.clicks++
    }
  }
  return better.views / 20_000
}

test(`the creative with twice the click rate gets three quarters of 20,000 views (SEED=${seed})`, () => {
  const parts = Array.from({ length: seeds }, (_, index) =>
    partOfBetter(createRandom(seed + index), 0.01, 0.02)
  )
  const count = parts.filter(it => it >= 0.75).length
  const median = parts.sort((one, other) => one - other)[seeds >> 1]
  const lowest = parts.slice(0, 3).map(it => it.toFixed(3))
  process.stdout.write(
    `${count} of ${seeds} seeds reach 75%; the median is ${median}, the lowest ${lowest}\n`
  )
  expect(count / seeds).toBeGreaterThanOrEqual(0.95)
})
