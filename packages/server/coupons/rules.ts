import { type Result, success } from '@mille/api/result.ts'
import type { CouponRow } from './queries.ts'

export type CouponFailure = { code: 'coupon_unknown' | 'coupon_expired' | 'coupon_used' }
export type ClaimFailure = CouponFailure | { code: 'coupon_unconfirmed' | 'coupon_paused' }

/** Reports whether a coupon may be used once more by an account with `usesOfAccount` uses. */
export function checkUse(
  coupon: CouponRow | undefined,
  usesOfAccount: number,
  at: Date
): Result<CouponRow, CouponFailure> {
  if (!coupon) return { ok: false, code: 'coupon_unknown' }
  if (coupon.expires_at !== null && coupon.expires_at <= at)
    return { ok: false, code: 'coupon_expired' }
  const isUsedUp = coupon.uses_limit !== null && coupon.uses >= coupon.uses_limit
  if (isUsedUp || usesOfAccount >= coupon.uses_per_account)
    return { ok: false, code: 'coupon_used' }
  return success(coupon)
}
