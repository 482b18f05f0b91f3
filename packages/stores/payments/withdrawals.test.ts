import { createApi } from '@mille/api/client.ts'
import type { WithdrawalList } from '@mille/api/payments/endpoints.ts'
import { expect, test, vi } from 'vitest'
import { sampleWithdrawal } from '../samples/sample-withdrawal.ts'
import { createFakeTransport, errorResponse, jsonResponse } from '../shared/fake-transport.ts'
import type { Guard } from '../shared/guard.ts'
import { createWithdrawalStores } from './withdrawals.ts'

const empty: WithdrawalList = {
  data: [],
  meta: { pagination: { records: 0 }, options: [], lightning: null, freeze_hours: 72 }
}
const guard: Guard = call => call()
const form = { tokenCode: 'BTC' as const, address: ' bc1q ', amount: '0.01' }

test('the same request keeps its key until it is answered, another has a key of its own', async () => {
  const keys: (string | null)[] = []
  let isDown = true
  const { transport } = createFakeTransport(({ method, headers }) => {
    if (method === 'GET') return jsonResponse(empty)
    keys.push(headers.get('idempotency-key'))
    return isDown ? errorResponse(503, 'unavailable') : jsonResponse({ data: {} }, 201)
  })
  const stores = createWithdrawalStores(createApi({ transport }), empty)
  expect(await stores.withdraw(form, guard)).toBe(false)
  expect(stores.$problems.get().general[0]?.code).toBe('unavailable')
  isDown = false
  expect(await stores.withdraw(form, guard)).toBe(true)
  expect(await stores.withdraw(form, guard)).toBe(true)
  expect(keys[0]).toBe(keys[1])
  expect(keys[2]).not.toBe(keys[1])
})

test('a person who would rather not prove it sees no error', async () => {
  const { transport } = createFakeTransport(() => errorResponse(422, 'step_up_required'))
  const stores = createWithdrawalStores(createApi({ transport }), empty)
  expect(await stores.withdraw(form, guard)).toBe(false)
  expect(stores.$problems.get()).toEqual({ fields: {}, general: [] })
})

test('an error is shown at its field, and no proof is asked for', async () => {
  const { transport } = createFakeTransport(() => jsonResponse(empty))
  const option: WithdrawalList['meta']['options'][number] = {
    token_code: 'BTC',
    currency: 'BTC',
    available: '500000',
    minimum: '100000',
    fee: '5000',
    left_today: '300000',
    approval_above: '1000000',
    addresses: []
  }
  const meta = { ...empty.meta, options: [option] }
  const stores = createWithdrawalStores(createApi({ transport }), { ...empty, meta })
  let proofs = 0
  const proving: Guard = call => {
    proofs++
    return call()
  }
  const fieldsOf = async (address: string, amount: string) => {
    await stores.withdraw({ tokenCode: 'BTC', address, amount }, proving)
    return stores.$problems.get().fields
  }
  expect(await fieldsOf(' ', '')).toEqual({
    address: 'must not be empty',
    amount: 'must be an amount, such as 0.01'
  })
  expect(await fieldsOf('bc1q', '0.0009')).toEqual({ amount: 'The minimum is 0.00100000 BTC' })
  expect(await fieldsOf('bc1q', '0.01')).toEqual({ amount: 'You have 0.00500000 BTC available' })
  expect(await fieldsOf('bc1q', '0.004')).toEqual({
    amount: '0.00300000 BTC of today’s limit remains'
  })
  expect(proofs).toBe(0)
  await fieldsOf('bc1q', '0.002')
  expect(proofs).toBe(1)
})

test('the list is read while a withdrawal is in progress, more often just after a payment by Lightning', async () => {
  vi.useFakeTimers()
  const readsIn = async (seconds: number, attributes: Parameters<typeof sampleWithdrawal>[1]) => {
    const list = { ...empty, data: [sampleWithdrawal('1', attributes)] }
    const { transport, calls } = createFakeTransport(() => jsonResponse(list))
    const stop = createWithdrawalStores(createApi({ transport }), list).watch()
    await vi.advanceTimersByTimeAsync(seconds * 1_000)
    stop()
    return calls.length
  }
  const now = () => new Date().toISOString()
  const lightning = { payment_hash: 'ab'.repeat(32), preimage: null, address: null }
  expect(await readsIn(12, { created_at: now() })).toBe(4)
  expect(await readsIn(12, { created_at: now(), lightning })).toBe(12)
  expect(await readsIn(60, { created_at: now(), lightning })).toBe(29 + 11)
  expect(await readsIn(12, { created_at: now(), lightning, ended_at: now() })).toBe(0)
  vi.useRealTimers()
})
