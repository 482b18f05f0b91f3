const leastFee = 5n
/** The most that routing may cost, as a part of the amount. */
const feeParts = 200n

/** Returns the most that routing may cost, in satoshis: 0.5 %, rounded up, and never less than 5. */
export function maximumRoutingFee(amount: bigint): bigint {
  const part = (amount + feeParts - 1n) / feeParts
  return part > leastFee ? part : leastFee
}
