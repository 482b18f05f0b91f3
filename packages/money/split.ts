/**
 * Splits a total by weights so that the parts sum exactly to it, with the largest-remainder method. Equal remainders
 * favor the earlier part. If all weights are zero, all parts are zero.
 */
export function splitByWeight(total: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((all, weight) => all + weight, 0n)
  if (sum === 0n) return weights.map(() => 0n)
  const parts = weights.map(weight => (total * weight) / sum)
  let rest = total - parts.reduce((all, part) => all + part, 0n)
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (total * weight) % sum }))
    .sort((a, b) =>
      a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1
    )
  for (const { index } of byRemainder) {
    if (rest === 0n) break
    parts[index] = (parts[index] ?? 0n) + 1n
    rest -= 1n
  }
  return parts
}

/**
 * Returns part `index` of a total that is split into `count` parts, which differ by at most one unit and sum exactly to
 * the total.
 */
export function evenPart(total: bigint, count: number, index: number): bigint {
  const parts = BigInt(count)
  return total / parts + (BigInt(index) < total % parts ? 1n : 0n)
}

/** Returns `units` × numerator ÷ denominator, rounded down. The remainder goes to the account that keeps the rest. */
export function shareOf(units: bigint, numerator: bigint, denominator: bigint): bigint {
  return (units * numerator) / denominator
}
