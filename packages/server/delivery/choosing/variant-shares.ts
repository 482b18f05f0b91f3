import { explorationShare } from '@mille/api/constants.ts'

/** How often a creative was viewed and clicked. Only billable views and clicks count. */
export type Response = { views: number; clicks: number }

/** Points of the grid per creative, and how many standard deviations from its mean they reach. */
const points = 128
const reach = 12

/**
 * Returns the share of each of a campaign's creatives for letting the better one run; the shares add up to 1. It is
 * Thompson sampling: a creative's share is the probability that it has the highest click rate of all, as far as its
 * views and clicks tell, and `explorationShare` is spread equally, so that each keeps being tried. The same numbers always give the same shares,
 * because the probability is integrated instead of sampled.
 */
export function variantShares(responses: readonly Response[]): number[] {
  const best = chancesOfBest(responses)
  return best.map(it => it * (1 - explorationShare) + explorationShare / responses.length)
}

/**
 * Returns for each creative the probability that it has the highest click rate, where each rate is distributed as
 * Beta(1 + clicks, 1 + views − clicks): what is known of a rate that could have been any before the first view.
 */
export function chancesOfBest(responses: readonly Response[]): number[] {
  const grid = gridOf(responses)
  const rates = responses.map(it => distributionOf(it, grid))
  const chances = rates.map((own, index) => {
    const others = rates.filter((_, other) => other !== index)
    let sum = 0
    for (let at = 0; at < own.mass.length; at++)
      sum += others.reduce((all, it) => all * (it.below[at] ?? 0), own.mass[at] ?? 0)
    return sum
  })
  const whole = chances.reduce((sum, it) => sum + it, 0)
  return chances.map(it => it / whole)
}

/**
 * Returns the click rates at which the distributions are computed, ascending. Each creative adds rates around its own
 * mean, because after many views its distribution is narrower than the steps of any even grid.
 */
function gridOf(responses: readonly Response[]): number[] {
  const rates = responses.flatMap(response => {
    const { hits, misses } = countsOf(response)
    const [a, b] = [hits + 1, misses + 1]
    const mean = a / (a + b)
    const deviation = Math.sqrt((mean * (1 - mean)) / (a + b + 1))
    const low = Math.max(0, mean - reach * deviation)
    const high = Math.min(1, mean + reach * deviation)
    return Array.from({ length: points }, (_, index) => low + ((high - low) * index) / (points - 1))
  })
  return [...new Set(rates)].sort((one, other) => one - other)
}

/** For each interval of a grid, the probability that the rate is within it, and that it is below its middle. */
type Distribution = { mass: number[]; below: number[] }

function distributionOf(response: Response, grid: readonly number[]): Distribution {
  const { hits, misses } = countsOf(response)
  const middles = grid.slice(1).map((to, index) => ((grid[index] ?? 0) + to) / 2)
  // The density is computed as a logarithm, relative to the largest one, because the powers would be too small.
  const logs = middles.map(rate => hits * Math.log(rate) + misses * Math.log1p(-rate))
  const largest = logs.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY)
  const mass = logs.map(
    (it, index) => Math.exp(it - largest) * ((grid[index + 1] ?? 0) - (grid[index] ?? 0))
  )
  const whole = mass.reduce((sum, it) => sum + it, 0)
  let passed = 0
  const below = mass.map(it => {
    passed += it
    return (passed - it / 2) / whole
  })
  return { mass: mass.map(it => it / whole), below }
}

/** Clicks can be counted before their views are. */
function countsOf({ views, clicks }: Response): { hits: number; misses: number } {
  return { hits: clicks, misses: Math.max(0, views - clicks) }
}
