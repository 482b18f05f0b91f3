import { largestAmount } from '@mille/money/amount.ts'
import { sumOf } from '@mille/money/sum.ts'
import type { Placement } from '../earnings/index.ts'
import {
  type OpenHold,
  type Purse,
  type SettlementWindow,
  termsAt,
  windowIndex,
  windowsPerDay
} from '../window-holds/index.ts'
import { type Basis, computeCharge } from './recompute.ts'
import { canGoOn, type Share, type UnitUsage } from './rules.ts'

/** What one campaign pays for one window, to whom and from which of its money. */
export type Bill = {
  purse: Purse
  window: SettlementWindow
  /** All that the charge is computed from. */
  basis: Basis
  activeSeconds: number
  billable: bigint
  due: bigint
  charged: bigint
  carriedOut: number
  /** With the earnings that they are in, which are known when these are written. */
  shares: readonly (Share & Placement)[]
  fee: bigint
  referral: bigint
  partner: number | null
  /** Of the charge; filled in when the holds are known that pay it. */
  promotion: bigint
  /** Of this window, or of one before that was never settled: they end with it. */
  holds: readonly OpenHold[]
  /** How much more has to be held before it can be paid, because it was not held in time. */
  missing: bigint
  /** Of later windows: they give their money back first when what is left does not do. */
  laterHolds: readonly OpenHold[]
  canGoOn: boolean
  /** What is left does not last for a day. */
  isLow: boolean
}

type Facts = {
  purse: Purse
  window: SettlementWindow
  windowSeconds: number
  feeBasisPoints: bigint
  activeSeconds: number
  units: readonly UnitUsage[]
  unpaid: bigint
  partner: number | null
}

export function billFor(facts: Facts): Bill {
  const { purse, window, windowSeconds, activeSeconds, units, unpaid, partner } = facts
  const terms = termsAt(purse.versions, window.start)
  const holds = purse.holds.filter(it => it.start < window.end)
  const laterHolds = purse.holds.filter(it => it.start >= window.end)
  const held = sumOf(holds.map(it => it.amount))
  const free = purse.available + purse.promotion
  const balance = free + held + sumOf(laterHolds.map(it => it.amount))
  const basis: Basis = {
    ...{ window, windowSeconds, terms, activeSeconds, units, unpaid },
    carried: purse.carried,
    funds: { balance, spent: purse.spent, spentToday: purse.spentToday },
    feeBasisPoints: Number(purse.isFeeHalved ? facts.feeBasisPoints / 2n : facts.feeBasisPoints),
    hasPartner: partner !== null
  }
  const { due, charged, carriedOut, shares, fee, referral, billable } = computeCharge(basis)
  const part = {
    index: windowIndex(window, windowSeconds),
    perDay: windowsPerDay(windowSeconds),
    seconds: windowSeconds
  }
  // Whether the campaign can continue depends on the terms of the next period.
  const next = termsAt(purse.versions, window.end)
  const missing = charged > held ? charged - held : 0n
  return {
    purse,
    window,
    basis,
    activeSeconds,
    billable,
    due,
    charged,
    carriedOut,
    shares: shares.map(it => ({ ...it, earningId: null, waiting: 0n, waitingId: null })),
    fee,
    referral,
    partner,
    promotion: 0n,
    holds,
    missing,
    laterHolds: missing > free ? laterHolds : [],
    isLow: charged < balance && balance - charged < next.dailyBudget,
    // One that funds itself is stopped, where it has to be, when it finds nothing for its next period.
    canGoOn: canGoOn(next, part, {
      balance: purse.isSelfFunding ? largestAmount : balance - charged,
      spent: purse.spent + charged,
      spentToday: 0n
    })
  }
}
