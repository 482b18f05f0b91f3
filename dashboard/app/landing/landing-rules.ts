/** Returns the daily billable views that a budget buys at a price per 1,000 views, limited to the available views. */
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
 * Returns the commission of a partner who brings this many advertisers each month, each charged `spending` a month.
 * Advertisers of the last six months count, so the commission grows until the sixth month.
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

const maxViews = 1_000_000_000

/** Reads a number of page views, with or without separators of thousands; null if it is none or out of range. */
export function readViews(text: string): number | null {
  const digits = text.trim().replace(/[,.\s](?=\d{3}(?!\d))/g, '')
  if (!/^\d{1,10}$/.test(digits)) return null
  const views = Number(digits)
  return views >= 1 && views <= maxViews ? views : null
}
