import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import { createFakeTransport, errorResponse, jsonResponse } from '../shared/fake-transport.ts'
import { createCouponCheckStores } from './coupon-check.ts'

const stores = (answer: () => Response) =>
  createCouponCheckStores(createApi({ transport: createFakeTransport(answer).transport }))

test('tells what a coupon would do', async () => {
  const attributes = { effect: 'promotion', asset: 'BTC', amount: '5000', expires_at: null }
  const { $check, check } = stores(() =>
    jsonResponse({ data: { type: 'coupon_checks', id: '1', attributes } })
  )
  expect(await check('WELCOME')).toBe(true)
  expect($check.get()).toEqual({
    status: 'success',
    effect: { kind: 'promotion', code: 'WELCOME', asset: 'BTC', amount: 5000n }
  })
})

test('says why a coupon is of no use', async () => {
  const { $check, check, reset } = stores(() => errorResponse(422, 'coupon_expired', 'It is over.'))
  expect(await check('OLD')).toBe(false)
  expect($check.get()).toMatchObject({ status: 'error', problem: { code: 'coupon_expired' } })
  reset()
  expect($check.get()).toEqual({ status: 'idle' })
})
