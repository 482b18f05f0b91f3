import {
  type DrawTerms,
  type Funds,
  type SettlementWindow,
  type TermsVersion,
  windowIndex,
  windowsPerDay
} from '../window-holds/index.ts'
import { chargeFor, type Share, sharesOf, type UnitUsage } from './rules.ts'

/**
 * Everything that a charge is computed from. A statement stores it, so that anyone can recompute the charge from the
 * statement alone.
 */
export type Basis = {
  window: SettlementWindow
  windowSeconds: number
  /** The campaign terms in force while the window ran. */
  terms: Omit<TermsVersion, keyof DrawTerms>
  /** Seconds in which the campaign was active and ads could be shown. */
  activeSeconds: number
  units: readonly UnitUsage[]
  /** What remains unpaid of an earlier CPD portion, for impressions that were seen late. */
  unpaid: bigint
  /** Thousandths of a unit that the previous window left to charge. */
  carried: number
  funds: Funds
  /** The fee after any coupon, in units of 0.01 %. */
  feeBasisPoints: number
  hasPartner: boolean
}

export type Charge = {
  due: bigint
  charged: bigint
  carriedOut: number
  billable: bigint
  shares: readonly Share[]
  fee: bigint
  referral: bigint
}

/** Computes a charge without side effects. Settlement charges by it, and verification recomputes statements with it. */
export function computeCharge(basis: Basis): Charge {
  const { window, windowSeconds, terms, activeSeconds, units, unpaid, carried, funds } = basis
  const part = {
    index: windowIndex(window, windowSeconds),
    perDay: windowsPerDay(windowSeconds),
    seconds: windowSeconds
  }
  const billable = units.reduce((sum, it) => sum + it.billable, 0n)
  const usage = { activeSeconds, billable, unpaid, carried }
  const { due, charged, carriedOut } = chargeFor(terms, part, usage, funds)
  const rates = { fee: BigInt(basis.feeBasisPoints), hasPartner: basis.hasPartner }
  const shares = sharesOf(charged, rates, units)
  return {
    ...{ due, charged, carriedOut, billable, shares },
    fee: shares.reduce((sum, it) => sum + it.fee, 0n),
    referral: shares.reduce((sum, it) => sum + it.referral, 0n)
  }
}
