/** What routing may cost in any case, in satoshis. */
export const leastRoutingFee = 5n
/** The most that routing may cost, as a part of the amount. */
export const routingFeeParts = 200n

/** Returns the most that routing may cost, in satoshis: 0.5 %, rounded up, and never less than 5. */
export function maximumRoutingFee(amount: bigint): bigint {
  const part = (amount + routingFeeParts - 1n) / routingFeeParts
  return part > leastRoutingFee ? part : leastRoutingFee
}

/** Returns the largest amount that a budget pays together with the most that its routing may cost; 0 if there is none. */
export function payableFrom(budget: bigint): bigint {
  const byPart = (budget * routingFeeParts) / (routingFeeParts + 1n)
  const byLeast = budget - leastRoutingFee
  const amount = byPart < byLeast ? byPart : byLeast
  return amount > 0n ? amount : 0n
}
