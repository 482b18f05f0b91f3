import { z } from 'zod'
import {
  asset,
  document,
  documentWithMeta,
  idInput,
  moment,
  pageInput,
  pagination,
  positiveAmountInput,
  resource,
  units
} from '../schema.ts'

export const couponEffects = ['half_fee', 'promotion'] as const

/** Coupon code as a user types it: in any case, with spaces. A malformed code is treated as unknown. */
export const couponCode = z
  .string()
  .max(100)
  .transform(code => code.replace(/\s/g, '').toUpperCase())

export const couponCheckInput = z.object({ coupon_code: couponCode })
export const couponListInput = z.object(pageInput)
export const createCouponInput = z
  .object({
    code: couponCode.pipe(
      z.string().regex(/^[A-Z0-9-]{4,40}$/, 'must have 4 to 40 letters, digits, and hyphens')
    ),
    effect: z.enum(couponEffects),
    /** Currency of a coupon that gives promotional credit; null for a coupon that halves the fee. */
    asset: asset.nullable().default(null),
    amount: positiveAmountInput.nullable().default(null),
    expires_at: z.iso.datetime({ offset: true }).nullable().default(null),
    uses_limit: z.number().int().min(1).max(1_000_000).nullable().default(null),
    uses_per_account: z.number().int().min(1).max(1000).default(1)
  })
  .refine(value => (value.effect === 'promotion') === (value.amount !== null), {
    error: 'is required for promotional credit, and only then',
    path: ['amount']
  })
  .refine(value => (value.effect === 'promotion') === (value.asset !== null), {
    error: 'is required for promotional credit, and only then',
    path: ['asset']
  })
export const updateCouponInput = z.object({
  id: idInput,
  expires_at: z.iso.datetime({ offset: true }).nullable()
})

const effect = {
  effect: z.enum(couponEffects),
  asset: asset.nullable(),
  amount: units.nullable(),
  expires_at: moment.nullable()
}
export const couponCheck = document(resource('coupon_checks', z.object(effect)))
export const coupon = resource(
  'coupons',
  z.object({
    code: z.string(),
    ...effect,
    uses_limit: z.number().int().nullable(),
    uses_per_account: z.number().int(),
    uses: z.number().int(),
    /**
     * Whether the coupon gives promotional credit and was created by a single operator, so that its daily total is
     * limited.
     */
    is_limited: z.boolean(),
    created_at: moment
  })
)
export const couponDocument = document(coupon)
export const couponList = documentWithMeta(z.array(coupon), pagination)
