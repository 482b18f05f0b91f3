/** Maximum distance of a price from the median, in percent; prices further away are not counted. */
const outlierPercent = 5n

/**
 * Returns the median of the prices that agree, without outliers; of an even number, the lower of the two in the middle.
 * Null unless more than half of all sources remain.
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
