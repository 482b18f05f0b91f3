import {
  type Funds,
  type SettlementWindow,
  type TermsVersion,
  windowIndex,
  windowsPerDay
} from '../window-holds/index.ts'
import { chargeFor, type Share, sharesOf, type UnitUsage } from './rules.ts'

/** All that a charge is computed from. A statement keeps it, so that anybody can compute the charge again from it alone. */
export type Basis = {
  window: SettlementWindow
  windowSeconds: number
  /** In force while the window ran. */
  terms: Omit<TermsVersion, 'schedule'>
  /** In which the campaign was active and ads could be shown. */
  activeSeconds: number
  units: readonly UnitUsage[]
  /** What an earlier portion left for impressions that were seen late. */
  unpaid: bigint
  /** Thousandths of a unit that the window before left to charge. */
  carried: number
  funds: Funds
  /** After a coupon; in units of 0.01 %. */
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

/** Pure: settlement charges by it, and a check that computes a statement again compares with it. */
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
