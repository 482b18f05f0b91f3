import * as endpoints from '@mille/api/coupons/endpoints.ts'
import * as schema from '@mille/api/coupons/schema.ts'
import { mayApproveMoney } from '../accounts/index.ts'
import { failure, reply } from '../http/answers/reply.ts'
import { addressBlock } from '../http/callers/client-address.ts'
import { limits as limitNames } from '../http/limits/limits.ts'
import type { Serve } from '../http/serve.ts'
import {
  approveCoupon,
  type CouponRow,
  countUses,
  findCoupon,
  insertCoupon,
  listCoupons,
  lockCoupon,
  updateExpiry
} from './queries.ts'
import { checkUse } from './rules.ts'

export function couponRoutes(serve: Serve): void {
  serve(endpoints.checkCoupon, schema.couponCheckInput, async call => {
    const { context, input, visitor } = call
    // Attempts are limited, so that coupon codes cannot be guessed.
    const allowed = await call.limits.consume(limitNames.couponChecks, addressBlock(call.address))
    if (!allowed.ok)
      return failure('too_many_requests', { retryAfterSeconds: allowed.retryAfterSeconds })
    const coupon = await findCoupon(context.db, input.coupon_code)
    const uses = coupon && visitor ? await countUses(context.db, coupon.id, visitor.id) : 0
    const checked = checkUse(coupon, uses, context.now())
    if (!checked.ok) return failure(checked.code, { pointer: 'coupon_code' })
    const { code, ...rest } = couponResource(checked.value).attributes
    const { effect, asset, amount, expires_at } = rest
    const attributes = { effect, asset, amount, expires_at }
    return reply({ data: { type: 'coupon_checks' as const, id: code, attributes } })
  })

  serve(endpoints.listCoupons, schema.couponListInput, async ({ context, input }) => {
    const { rows, records } = await listCoupons(
      context.db,
      input['page[offset]'],
      input['page[limit]']
    )
    return reply({ data: rows.map(couponResource), meta: { pagination: { records } } })
  })

  serve(endpoints.createCoupon, schema.createCouponInput, async call => {
    const { context, input, user } = call
    const { tx } = call.once
    const at = context.now()
    const amount = input.amount === null ? null : BigInt(input.amount)
    const made = { ...input, amount, created_by: user.id, created_at: at }
    const coupon = await insertCoupon(tx, made)
    if (coupon) return reply({ data: couponResource(coupon) }, 201)
    // A second operator who creates the same coupon approves it.
    const known = await lockCoupon(tx, input.code)
    const isLimited = known?.effect === 'promotion' && !known.is_approved
    if (!known || !isLimited || known.created_by === user.id || !isSame(known, made))
      return failure('coupon_taken', { pointer: 'code' })
    if (!(await mayApproveMoney(tx, user.id, at))) return failure('operator_too_new')
    await approveCoupon(tx, known.id, user.id)
    return reply({ data: couponResource({ ...known, is_approved: true }) }, 201)
  })

  serve(endpoints.updateCoupon, schema.updateCouponInput, async ({ context, input }) => {
    const expiresAt = input.expires_at === null ? null : new Date(input.expires_at)
    const coupon = await updateExpiry(context.db, Number(input.id), expiresAt)
    return coupon ? reply({ data: couponResource(coupon) }) : failure('not_found')
  })
}

type Terms = Pick<CouponRow, 'effect' | 'asset' | 'amount' | 'uses_limit' | 'uses_per_account'> & {
  expires_at: Date | string | null
}

function isSame(one: Terms, other: Terms): boolean {
  const names = ['effect', 'asset', 'amount', 'uses_limit', 'uses_per_account'] as const
  return names.every(it => one[it] === other[it]) && end(one) === end(other)
}

const end = ({ expires_at: at }: Terms) => (at === null ? null : new Date(at).getTime())

function couponResource(row: CouponRow) {
  const { code, effect, asset, uses_limit, uses_per_account, uses, is_approved } = row
  return {
    type: 'coupons' as const,
    id: String(row.id),
    attributes: {
      code,
      effect,
      asset,
      amount: row.amount?.toString() ?? null,
      expires_at: row.expires_at?.toISOString() ?? null,
      uses_limit,
      uses_per_account,
      uses,
      is_limited: effect === 'promotion' && !is_approved,
      created_at: row.created_at.toISOString()
    }
  }
}
