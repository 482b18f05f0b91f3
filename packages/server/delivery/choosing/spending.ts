import type { Money } from './inventory.ts'

export type Limit = 'no_funds' | 'day_budget' | 'total_budget'

/** Returns the limit that stops a campaign from spending now, or null if it can spend. */
export function limitReached(money: Money): Limit | null {
  // A CPM campaign stops when it cannot pay for one more impression, because a further impression would be free.
  const min = money.trafficType === 'cpm' ? priceOf(money, 1n, 'up') : 1n
  const needed = min > 0n ? min : 1n
  const { balance, total } = leftOf(money)
  // If the daily budget was lowered below today's cost, nothing more of today is paid.
  const day = money.dailyBudget - costToday(money)
  if (balance < needed) return 'no_funds'
  if (total !== null && total < needed) return 'total_budget'
  return day < needed ? 'day_budget' : null
}

/** Returns how much may still be spent today; never negative. */
export function leftToday(money: Money): bigint {
  const { balance, day, total } = leftOf(money)
  const left = min(balance, day, total ?? day)
  return left > 0n ? left : 0n
}

/** Returns today's cost so far: the amount charged, plus impressions counted but not charged yet. */
export function costToday(money: Money): bigint {
  const counted = money.trafficType === 'cpm' ? priceOf(money, money.countedToday) : 0n
  return money.spentToday + counted
}

/**
 * Returns the price of a number of impressions of a CPM campaign, rounded down as in settlement unless `round` is `up`.
 */
export function priceOf({ maxCpm }: Money, impressions: bigint, round?: 'up'): bigint {
  return ((maxCpm ?? 0n) * impressions + (round === 'up' ? 999n : 0n)) / 1000n
}

/**
 * Returns what is left of the balance, the daily budget and the total budget. A CPD campaign is charged for the part of
 * the day, never more than its daily budget.
 */
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

/**
 * Returns the money that counts for the weight. For a self-funding CPD campaign, the money of one period counts as a
 * day's: every period costs the same, and the weight is that of a day.
 */
function backedBy({ trafficType, isSelfFunding, balance, dailyBudget }: Money): bigint {
  const isBacked = isSelfFunding && trafficType === 'cpd' && balance > 0n
  return isBacked && balance < dailyBudget ? dailyBudget : balance
}

function min(...[first, ...others]: [bigint, ...bigint[]]): bigint {
  // biome-ignore lint/complexity/useMathMinMax: Math.min takes no bigint
  return others.reduce((smallest, it) => (it < smallest ? it : smallest), first)
}
