import { largestAmount } from '@mille/money/amount.ts'
import { shareOf, splitByWeight } from '@mille/money/split.ts'
import { referralOf } from '../affiliates/index.ts'
import {
  type Funds,
  type Part,
  portionOf,
  priceOf,
  smallest,
  spendable,
  type Terms
} from '../window-holds/index.ts'

/**
 * A campaign's usage in a window. `unpaid` is what remains of an earlier CPD portion, for impressions that were chosen
 * before a pause and seen after it; `carried` is the thousandths of a unit that an earlier CPM window left to charge.
 */
export type Usage = { activeSeconds: number; billable: bigint; unpaid?: bigint; carried?: number }
export type UnitUsage = { unitId: number; billable: bigint }
export type Share = UnitUsage & { gross: bigint; fee: bigint; referral: bigint; net: bigint }
/** The fee in units of 0.01 % of the charge, and whether a partner gets a part of it. */
export type Rates = { fee: bigint; hasPartner: boolean }

/**
 * Computes the most that a window may cost (`due`) and the amount charged for it. A CPD window costs its part of the
 * daily budget for the seconds that the campaign was active, and is not charged without a billable view. A CPM
 * window costs the price of its billable views; the fraction of a unit is carried over (`carriedOut`, in
 * thousandths) unless a limit cut the charge. No charge exceeds a budget or the balance.
 */
export function chargeFor(
  terms: Terms,
  part: Part,
  usage: Usage,
  funds: Funds
): { due: bigint; charged: bigint; carriedOut: number } {
  const { due, rest } = dueFor(terms, part, usage)
  if (usage.billable === 0n) return { due, charged: 0n, carriedOut: rest }
  const limits: [bigint, ...bigint[]] = [
    due,
    terms.dailyBudget - funds.spentToday,
    spendable(terms, funds)
  ]
  if (terms.trafficType === 'cpd' && terms.maxCpm !== null && terms.maxCpm > 0n)
    limits.push(priceOf(terms.maxCpm, usage.billable))
  const limit = smallest(...limits)
  const charged = limit > 0n ? limit : 0n
  return { due, charged, carriedOut: charged === due || terms.trafficType === 'cpd' ? rest : 0 }
}

/**
 * Splits a charge exactly among the ad units by their billable views. The fee is rounded down in each share, so
 * the publisher keeps the fraction. The partner's part is rounded down once and taken from the fees in proportion. In
 * every share, and in their sum, fee + referral + net equals the gross amount.
 */
export function sharesOf(charged: bigint, rates: Rates, units: readonly UnitUsage[]): Share[] {
  const gross = splitByWeight(
    charged,
    units.map(it => it.billable)
  )
  const fees = gross.map(it => shareOf(it, rates.fee, 10_000n))
  const fee = fees.reduce((sum, it) => sum + it, 0n)
  const referrals = splitByWeight(rates.hasPartner ? referralOf(charged, fee) : 0n, fees)
  return units.map((unit, index) => {
    const [whole = 0n, all = 0n, referral = 0n] = [gross[index], fees[index], referrals[index]]
    return { ...unit, gross: whole, fee: all - referral, referral, net: whole - all }
  })
}

/**
 * Whether the remaining money pays for continuing: for the next part of the day (CPD) or for one more impression (CPM).
 */
export function canGoOn(terms: Terms, part: Part, funds: Funds): boolean {
  const next = { ...part, index: (part.index + 1) % part.perDay }
  const needed =
    terms.trafficType === 'cpd'
      ? portionOf(terms, next, part.seconds)
      : ((terms.maxCpm ?? 0n) + 999n) / 1000n
  return spendable(terms, funds) >= (needed > 0n ? needed : 1n)
}

/** Returns the most that the window may cost, and the thousandths of a unit that remain to be carried over. */
function dueFor(terms: Terms, part: Part, usage: Usage): { due: bigint; rest: number } {
  const carried = usage.carried ?? 0
  if (terms.trafficType === 'cpd') {
    const due = portionOf(terms, part, usage.activeSeconds) + (usage.unpaid ?? 0n)
    return { due, rest: carried }
  }
  const thousandths = (terms.maxCpm ?? 0n) * usage.billable + BigInt(carried)
  return {
    due: smallest(largestAmount, thousandths / 1000n),
    rest: Number(thousandths % 1000n)
  }
}
