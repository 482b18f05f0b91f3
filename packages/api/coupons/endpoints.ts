import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type Coupon = z.infer<typeof schema.coupon>
export type CouponList = z.infer<typeof schema.couponList>

export const checkCoupon = endpoint<
  z.input<typeof schema.couponCheckInput>,
  z.infer<typeof schema.couponCheck>
>({
  method: 'POST',
  path: '/api/v1/coupon_checks',
  statuses: [200],
  auth: 'public',
  type: 'coupon_checks',
  errors: ['coupon_unknown', 'coupon_expired', 'coupon_used', 'too_many_requests'],
  summary: 'What a coupon would do for a new campaign of the account'
})

export const listCoupons = endpoint<z.input<typeof schema.couponListInput>, CouponList>({
  method: 'GET',
  path: '/api/v1/admin/coupons',
  statuses: [200],
  auth: 'admin',
  errors: [],
  summary: 'All coupons, newest first, with the number of times each was used'
})

export const createCoupon = endpoint<
  z.input<typeof schema.createCouponInput>,
  z.infer<typeof schema.couponDocument>
>({
  method: 'POST',
  path: '/api/v1/admin/coupons',
  statuses: [201],
  auth: 'admin',
  stepUp: true,
  type: 'coupons',
  idempotency: 'optional',
  errors: ['amount_invalid', 'coupon_taken', 'operator_too_new'],
  summary:
    'Creates a coupon that halves the fee of a campaign or gives promotional credit. Coupons created by one operator are limited to the approval limit per 24 hours, until another operator creates the same coupon'
})

export const updateCoupon = endpoint<
  z.input<typeof schema.updateCouponInput>,
  z.infer<typeof schema.couponDocument>
>({
  method: 'PATCH',
  path: '/api/v1/admin/coupons/{id}',
  statuses: [200],
  auth: 'admin',
  stepUp: true,
  type: 'coupons',
  errors: ['not_found'],
  summary: 'Sets when a coupon expires; earlier uses are not affected'
})
