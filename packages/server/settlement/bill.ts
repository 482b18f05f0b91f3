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

/** What one campaign pays for one settlement period, to whom, and from which of its money. */
export type Bill = {
  purse: Purse
  window: SettlementWindow
  /** Everything that the charge is computed from. */
  basis: Basis
  activeSeconds: number
  billable: bigint
  due: bigint
  charged: bigint
  carriedOut: number
  /** Shares with the earnings that they belong to, which are known when these are stored. */
  shares: readonly (Share & Placement)[]
  fee: bigint
  referral: bigint
  partner: number | null
  /** Part of the charge that is paid with promotional credit; filled in when its holds are known. */
  promotion: bigint
  /** Open holds of this settlement period, or of an earlier one that was never settled; they end with this bill. */
  holds: readonly OpenHold[]
  /** Amount that still has to be held to pay the charge because it was not held in time. */
  missing: bigint
  /** Holds of later settlement periods, released first when the remaining money is not enough. */
  laterHolds: readonly OpenHold[]
  canGoOn: boolean
  /** Whether the remaining money does not last for a day. */
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
    // A self-funding campaign is stopped, if necessary, when it finds no money for its next period.
    canGoOn: canGoOn(next, part, {
      balance: purse.isSelfFunding ? largestAmount : balance - charged,
      spent: purse.spent + charged,
      spentToday: 0n
    })
  }
}
