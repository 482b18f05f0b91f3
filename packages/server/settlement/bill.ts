import {
  type OpenHold,
  type Purse,
  type SettlementWindow,
  windowIndex,
  windowsPerDay
} from '../window-holds/index.ts'
import { canGoOn, chargeFor, type Share, sharesOf, type UnitUsage } from './rules.ts'

/** What one campaign pays for one window, to whom and from which of its money. */
export type Bill = {
  purse: Purse
  window: SettlementWindow
  activeSeconds: number
  billable: bigint
  due: bigint
  charged: bigint
  shares: readonly Share[]
  fee: bigint
  referral: bigint
  partner: number | null
  /** Of the charge; filled in when the holds are known that pay it. */
  promotion: bigint
  /** Of this window, or of one before that was never settled: they end with it. */
  holds: readonly OpenHold[]
  /** How much more has to be held before it can be paid, because nobody did so in time. */
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
  const { terms } = purse
  const part = {
    index: windowIndex(window, windowSeconds),
    perDay: windowsPerDay(windowSeconds),
    seconds: windowSeconds
  }
  const holds = purse.holds.filter(it => it.start < window.end)
  const laterHolds = purse.holds.filter(it => it.start >= window.end)
  const held = sumOf(holds.map(it => it.amount))
  const free = purse.available + purse.promotion
  const balance = free + held + sumOf(laterHolds.map(it => it.amount))
  const billable = sumOf(units.map(it => it.billable))
  const funds = { balance, spent: purse.spent, spentToday: purse.spentToday }
  const { due, charged } = chargeFor(terms, part, { activeSeconds, billable, unpaid }, funds)
  const fee = purse.isFeeHalved ? facts.feeBasisPoints / 2n : facts.feeBasisPoints
  const shares = sharesOf(charged, { fee, hasPartner: partner !== null }, units)
  const missing = charged > held ? charged - held : 0n
  return {
    purse,
    window,
    activeSeconds,
    billable,
    due,
    charged,
    shares,
    fee: sumOf(shares.map(it => it.fee)),
    referral: sumOf(shares.map(it => it.referral)),
    partner,
    promotion: 0n,
    holds,
    missing,
    laterHolds: missing > free ? laterHolds : [],
    isLow: balance - charged < terms.dailyBudget,
    canGoOn: canGoOn(terms, part, {
      balance: balance - charged,
      spent: purse.spent + charged,
      spentToday: 0n
    })
  }
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, it) => sum + it, 0n)
}
