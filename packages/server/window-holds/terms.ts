import { largestAmount } from '@mille/money/amount.ts'
import { evenPart, shareOf } from '@mille/money/split.ts'

/** How a campaign is charged. Amounts are in units of 1e-8 of its asset; null means no limit. */
export type Terms = {
  trafficType: 'cpd' | 'cpm'
  dailyBudget: bigint
  maxCpm: bigint | null
  totalBudget: bigint | null
}
/** A window's index among the equal parts of a day, and the length of a part. */
export type Part = { index: number; perDay: number; seconds: number }
export type Funds = { balance: bigint; spent: bigint; spentToday: bigint }

/** Returns the cost of a CPD campaign's window for the seconds in which the campaign was active, rounded down. */
export function portionOf(terms: Terms, part: Part, activeSeconds: number): bigint {
  const portion = evenPart(terms.dailyBudget, part.perDay, part.index)
  return shareOf(portion, BigInt(activeSeconds), BigInt(part.seconds))
}

/**
 * Returns the most that a window can cost: for CPD, its portion for the seconds in which the campaign was or will be
 * active; for CPM, the rest of the day's budget, because the number of visitors is unknown.
 */
export function maxFor(terms: Terms, part: Part, activeSeconds: number, funds: Funds): bigint {
  const due =
    terms.trafficType === 'cpm' ? terms.dailyBudget : portionOf(terms, part, activeSeconds)
  const max = smallest(due, terms.dailyBudget - funds.spentToday, spendable(terms, funds))
  return max > 0n ? max : 0n
}

/** Returns what the campaign may still spend in total. */
export function spendable(terms: Terms, funds: Funds): bigint {
  if (terms.totalBudget === null) return funds.balance
  return smallest(funds.balance, terms.totalBudget - funds.spent)
}

/**
 * Returns the price of a number of impressions, capped at the largest amount a column can hold, which exceeds any
 * budget.
 */
export function priceOf(cpm: bigint, impressions: bigint): bigint {
  return smallest(largestAmount, shareOf(cpm, impressions, 1000n))
}

export function smallest(...[first, ...others]: [bigint, ...bigint[]]): bigint {
  let smallest = first
  for (const it of others) if (it < smallest) smallest = it
  return smallest
}
