import { largestAmount } from '@mille/money/amount.ts'
import { evenPart, shareOf } from '@mille/money/split.ts'

/** How a campaign is charged. Amounts in units of 1e-8 of its asset; null means no limit. */
export type Terms = {
  trafficType: 'cpd' | 'cpm'
  dailyBudget: bigint
  maxCpm: bigint | null
  totalBudget: bigint | null
}
/** A window's place among the equal parts of a day, and the length of such a part. */
export type Part = { index: number; perDay: number; seconds: number }
export type Funds = { balance: bigint; spent: bigint; spentToday: bigint }

/** What a CPD campaign's window costs for the seconds that the campaign was active, rounded down. */
export function portionOf(terms: Terms, part: Part, activeSeconds: number): bigint {
  const portion = evenPart(terms.dailyBudget, part.perDay, part.index)
  return shareOf(portion, BigInt(activeSeconds), BigInt(part.seconds))
}

/**
 * The most a window can cost: by CPD its portion for the seconds in which the campaign was or will be active, by CPM
 * whatever the day has left, since it is unknown how many people will come.
 */
export function maxFor(terms: Terms, part: Part, activeSeconds: number, funds: Funds): bigint {
  const due =
    terms.trafficType === 'cpm' ? terms.dailyBudget : portionOf(terms, part, activeSeconds)
  const max = smallest(due, terms.dailyBudget - funds.spentToday, spendable(terms, funds))
  return max > 0n ? max : 0n
}

/** What the campaign may still spend in its life. */
export function spendable(terms: Terms, funds: Funds): bigint {
  if (terms.totalBudget === null) return funds.balance
  return smallest(funds.balance, terms.totalBudget - funds.spent)
}

/** The price of so many impressions; at most what a column can hold: any budget is less. */
export function priceOf(cpm: bigint, impressions: bigint): bigint {
  return smallest(largestAmount, shareOf(cpm, impressions, 1000n))
}

export function smallest(...[first, ...others]: [bigint, ...bigint[]]): bigint {
  let smallest = first
  for (const it of others) if (it < smallest) smallest = it
  return smallest
}
