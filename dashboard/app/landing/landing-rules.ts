/** Billable views a day that a budget buys at a price for 1,000, at most those that there are. */
export function viewsFor(
  budget: bigint,
  cpm: bigint,
  available: number
): { views: number; cost: bigint; isAll: boolean } {
  const affordable = (budget * 1000n) / cpm
  const isAll = affordable >= BigInt(available)
  const views = isAll ? BigInt(available) : affordable
  return { views: Number(views), cost: isAll ? (views * cpm) / 1000n : budget, isAll }
}

const referralMonths = 6
const referralPercent = 10n

/**
 * What a partner gets who brings so many advertisers each month, each of them charged `spending` a month: those of the
 * last six months count, so that it grows until the sixth.
 */
export function referralFor(advertisers: number, spending: bigint) {
  const perMonth = (BigInt(advertisers) * spending * referralPercent) / 100n
  const inMonth = (month: number) => perMonth * BigInt(Math.min(month, referralMonths))
  const year = Array.from({ length: 12 }, (_, index) => inMonth(index + 1))
  return {
    first: inMonth(1),
    steady: inMonth(referralMonths),
    year: year.reduce((sum, it) => sum + it, 0n)
  }
}
