import { createApi } from '@mille/api/client.ts'
import type { Coupon } from '@mille/api/coupons/endpoints.ts'
import { expect, test } from 'vitest'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '../shared/fake-transport.ts'
import { createCouponStores, emptyCoupon } from './coupons.ts'

const coupon = (id: string, attributes: Partial<Coupon['attributes']> = {}): Coupon => ({
  type: 'coupons',
  id,
  attributes: {
    code: 'SPRING',
    effect: 'half_fee',
    asset: null,
    amount: null,
    expires_at: null,
    uses_limit: null,
    uses_per_account: 1,
    uses: 0,
    is_limited: false,
    created_at: '2026-11-01T00:00:00.000Z',
    ...attributes
  }
})
const list = { data: [coupon('1')], meta: { pagination: { records: 1 } } }
const loaded = { list, now: 0 }

test('creates promotional credit from what was typed', async () => {
  const { transport, calls } = createFakeTransport(() => jsonResponse({ data: coupon('2') }, 201))
  const stores = createCouponStores(createApi({ transport }), loaded)
  const form = { ...emptyCoupon, code: 'gift', effect: 'promotion' as const, amount: '0.001' }
  expect(await stores.create({ ...form, expires: '2026-12-31', usesLimit: '50' })).toBe(true)
  expect(attributesOf(calls[0])).toEqual({
    code: 'gift',
    effect: 'promotion',
    asset: 'BTC',
    amount: '100000',
    expires_at: '2026-12-31T23:59:59.999Z',
    uses_limit: 50,
    uses_per_account: 1
  })
  expect(stores.$coupons.get().map(it => it.id)).toEqual(['2', '1'])
  expect(stores.$records.get()).toBe(2)
})

test('a coupon that another operator has made is in the list once when it is approved', async () => {
  const { transport } = createFakeTransport(() => jsonResponse({ data: coupon('1') }, 201))
  const before = { ...list, data: [coupon('3'), coupon('1', { is_limited: true })] }
  const stores = createCouponStores(createApi({ transport }), {
    list: { ...before, meta: { pagination: { records: 2 } } },
    now: 0
  })
  expect(await stores.create({ ...emptyCoupon, code: 'SPRING' })).toBe(true)
  expect(stores.$coupons.get().map(it => [it.id, it.attributes.is_limited])).toEqual([
    ['1', false],
    ['3', false]
  ])
  expect(stores.$records.get()).toBe(2)
})

test('says at the field what is wrong', async () => {
  const { transport } = createFakeTransport(() =>
    errorResponse(422, 'coupon_taken', 'It is taken', '/data/attributes/code')
  )
  const stores = createCouponStores(createApi({ transport }), loaded)
  expect(await stores.create({ ...emptyCoupon, code: 'SPRING' })).toBe(false)
  expect(stores.$problems.get().fields).toEqual({ code: 'It is taken' })
  expect(stores.$coupons.get()).toHaveLength(1)
})

test('ends a coupon', async () => {
  const ended = coupon('1', { expires_at: '2026-11-02T00:00:00.000Z' })
  const { transport, calls } = createFakeTransport(() => jsonResponse({ data: ended }))
  const stores = createCouponStores(createApi({ transport }), loaded)
  await stores.expire('1')
  expect(calls[0]).toMatchObject({ method: 'PATCH', path: '/api/v1/admin/coupons/1' })
  expect(stores.$coupons.get()[0]?.attributes.expires_at).toBe('2026-11-02T00:00:00.000Z')
})
