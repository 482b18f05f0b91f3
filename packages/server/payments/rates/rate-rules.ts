/** Further than this from the middle, in percent, a source is not counted. */
const outlierPercent = 5n

/**
 * The middle of the prices that agree: outliers are left out, and more than half of all the sources must be in. Null
 * when they are not. Of an even number it is the lower one of the two in the middle.
 */
export function middleRate(
  prices: readonly bigint[],
  sources: number
): { usd: bigint; sources: number } | null {
  const middle = medianOf(prices)
  if (middle === null) return null
  const agreeing = prices.filter(it => {
    const difference = it > middle ? it - middle : middle - it
    return difference * 100n <= middle * outlierPercent
  })
  const usd = medianOf(agreeing)
  if (usd === null || agreeing.length * 2 <= sources) return null
  return { usd, sources: agreeing.length }
}

function medianOf(values: readonly bigint[]): bigint | null {
  const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null
}
