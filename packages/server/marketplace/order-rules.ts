import { type OrderState, orderDays } from '@mille/api/constants.ts'
import { dayMs } from '@mille/api/durations.ts'
import { shareOf } from '@mille/money/split.ts'
import { referralOf } from '../affiliates/index.ts'

/** Who moves an order. `deadline` means that time has passed without the expected action. */
export type Actor = 'advertiser' | 'publisher' | 'operator' | 'deadline'
export type Transition = { from: OrderState; to: OrderState; by: readonly Actor[] }

/** Every allowed transition of an order; all others are refused. */
export const transitions: readonly Transition[] = [
  { from: 'placed', to: 'accepted', by: ['publisher'] },
  { from: 'placed', to: 'declined', by: ['publisher'] },
  { from: 'placed', to: 'cancelled', by: ['advertiser'] },
  { from: 'placed', to: 'refunded', by: ['deadline'] },
  { from: 'accepted', to: 'published', by: ['publisher'] },
  { from: 'accepted', to: 'refunded', by: ['deadline'] },
  { from: 'published', to: 'confirmed', by: ['advertiser', 'deadline'] },
  { from: 'published', to: 'disputed', by: ['advertiser'] },
  // A deadline disputes an order whose link was still missing at the end of its payments.
  { from: 'confirmed', to: 'disputed', by: ['advertiser', 'deadline'] },
  { from: 'confirmed', to: 'completed', by: ['deadline'] },
  { from: 'disputed', to: 'completed', by: ['operator'] },
  { from: 'disputed', to: 'refunded', by: ['operator'] }
]

export function isAllowed(from: OrderState, to: OrderState, actor: Actor): boolean {
  return transitions.some(it => it.from === from && it.to === to && it.by.includes(actor))
}

export function nextStates(from: OrderState, actor: Actor): OrderState[] {
  return transitions.filter(it => it.from === from && it.by.includes(actor)).map(it => it.to)
}

/**
 * The state that an order moves to when its deadline passes. A confirmed order stays confirmed until all of its price
 * is released.
 */
export const overdueStates: Readonly<Partial<Record<OrderState, OrderState>>> = {
  placed: 'refunded',
  accepted: 'refunded',
  published: 'confirmed',
  confirmed: 'completed'
}

const after = (from: Date, days: number) => new Date(from.getTime() + days * dayMs)

/** Returns when an order that entered a state at a moment moves on automatically; null if never. */
export function dueAfter(state: OrderState, at: Date, turnaroundDays: number): Date | null {
  if (state === 'placed') return after(at, orderDays.answer)
  if (state === 'accepted') return after(at, turnaroundDays + orderDays.grace)
  if (state === 'published') return after(at, orderDays.dispute)
  return state === 'confirmed' ? after(at, 1) : null
}

/** Returns when the whole price of a confirmed order is paid. */
export const scheduleEnd = (confirmedAt: Date) => after(confirmedAt, orderDays.release)

/** Returns when the day of the schedule after `releasedDays` is paid. */
export function nextRelease(confirmedAt: Date, releasedDays: number): Date {
  return after(confirmedAt, releasedDays + 1)
}

/** Returns the number of whole days since the confirmation, up to the length of the schedule. */
export function elapsedDays(confirmedAt: Date, now: Date): number {
  const days = Math.floor((now.getTime() - confirmedAt.getTime()) / dayMs)
  return Math.max(0, Math.min(orderDays.release, days))
}

/**
 * Returns the amount released by the end of a day: half of the price in equal parts over 30 days, rounded down, and all
 * of it on the last day.
 */
export function releasedUntil(amount: bigint, day: number): bigint {
  if (day >= orderDays.release) return amount
  return ((amount / 2n) * BigInt(day)) / BigInt(orderDays.release)
}

export type ReleaseTerms = { amount: bigint; feeBasisPoints: number; hasPartner: boolean }
export type Release = { gross: bigint; fee: bigint; referral: bigint; net: bigint }

/**
 * Returns what is paid between the ends of two days. Each part is the difference of its sums up to both days, so that
 * however the days are split, all payments together are exactly the amount, its fee and its referral.
 */
export function releaseBetween(terms: ReleaseTerms, fromDay: number, toDay: number): Release {
  const before = partsUntil(terms, fromDay)
  const later = partsUntil(terms, toDay)
  return {
    gross: later.gross - before.gross,
    fee: later.fee - before.fee,
    referral: later.referral - before.referral,
    net: later.net - before.net
  }
}

function partsUntil({ amount, feeBasisPoints, hasPartner }: ReleaseTerms, day: number): Release {
  const gross = releasedUntil(amount, day)
  const fee = shareOf(gross, BigInt(feeBasisPoints), 10_000n)
  const referral = hasPartner ? referralOf(gross, fee) : 0n
  return { gross, fee, referral, net: gross - fee }
}

/**
 * Converts the price to units of the asset. Fractions of a satoshi are rounded up, so that the publisher never receives
 * less than the price.
 */
export function priceIn(asset: 'BTC' | 'USD', usCents: bigint, usdPerBtc: bigint | null): bigint {
  const usd = usCents * 1_000_000n
  if (asset === 'USD') return usd
  if (usdPerBtc === null || usdPerBtc <= 0n) throw new RangeError('A price in BTC needs a rate')
  return (usd * 100_000_000n + usdPerBtc - 1n) / usdPerBtc
}
