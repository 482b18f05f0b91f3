import type { Money } from './inventory.ts'

export type Limit = 'no_funds' | 'day_budget' | 'total_budget'

/** Which of its limits keeps a campaign from spending any more now, or null when there is something left. */
export function limitReached(money: Money): Limit | null {
  // A CPM campaign stops when it cannot pay for one more impression: the rest would be shown for nothing.
  const min = money.trafficType === 'cpm' ? priceOf(money, 1n, 'up') : 1n
  const needed = min > 0n ? min : 1n
  const { balance, total } = leftOf(money)
  // A daily budget that was lowered below what the day has cost already pays for no more of that day.
  const day = money.dailyBudget - costToday(money)
  if (balance < needed) return 'no_funds'
  if (total !== null && total < needed) return 'total_budget'
  return day < needed ? 'day_budget' : null
}

/** What may still be spent today; never below 0. */
export function leftToday(money: Money): bigint {
  const { balance, day, total } = leftOf(money)
  const left = min(balance, day, total ?? day)
  return left > 0n ? left : 0n
}

/** What the day has cost so far: charged, or counted and yet to be charged. */
export function costToday(money: Money): bigint {
  const counted = money.trafficType === 'cpm' ? priceOf(money, money.countedToday) : 0n
  return money.spentToday + counted
}

/** The price of so many impressions of a CPM campaign. Settlement does not charge fractions. */
export function priceOf({ maxCpm }: Money, impressions: bigint, round?: 'up'): bigint {
  return ((maxCpm ?? 0n) * impressions + (round === 'up' ? 999n : 0n)) / 1000n
}

/** A CPD campaign is charged by the part of the day, never more than its daily budget. */
function leftOf(money: Money): { balance: bigint; day: bigint; total: bigint | null } {
  const { totalBudget, dailyBudget, spent } = money
  const balance = backedBy(money)
  const counted =
    money.trafficType === 'cpm' ? priceOf(money, money.countedToday + money.countedBefore) : 0n
  return {
    balance: balance - counted,
    day: money.trafficType === 'cpm' ? dailyBudget - costToday(money) : dailyBudget,
    total: totalBudget === null ? null : totalBudget - spent - counted
  }
}

/** By CPD the money of one period counts as that of the day: every period costs as much, and the weight is that of a day. */
function backedBy({ trafficType, isSelfFunding, balance, dailyBudget }: Money): bigint {
  const isBacked = isSelfFunding && trafficType === 'cpd' && balance > 0n
  return isBacked && balance < dailyBudget ? dailyBudget : balance
}

function min(...[first, ...others]: [bigint, ...bigint[]]): bigint {
  // biome-ignore lint/complexity/useMathMinMax: Math.min takes no bigint
  return others.reduce((smallest, it) => (it < smallest ? it : smallest), first)
}
