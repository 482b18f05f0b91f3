/**
 * Splits a total among weights so that the parts sum exactly to it, by largest remainder;
 * equal remainders go to the earlier part. All weights zero gives all zeros.
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

/** Part `index` of a total cut into `count` parts that differ by at most one unit and sum to it exactly. */
export function evenPart(total: bigint, count: number, index: number): bigint {
  const parts = BigInt(count)
  return total / parts + (BigInt(index) < total % parts ? 1n : 0n)
}

/** `units` × numerator ÷ denominator, rounded down: the remainder goes to the account that keeps the rest. */
export function shareOf(units: bigint, numerator: bigint, denominator: bigint): bigint {
  return (units * numerator) / denominator
}
