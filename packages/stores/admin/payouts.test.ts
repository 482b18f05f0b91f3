import { createApi } from '@mille/api/client.ts'
import type { ReviewedWithdrawal } from '@mille/api/payments/endpoints.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { createFakeTransport, errorResponse, jsonResponse } from '../shared/fake-transport.ts'
import { createPayoutStores } from './payouts.ts'

const withdrawal = (id: string, ended_at: string | null = null): ReviewedWithdrawal => ({
  type: 'withdrawals',
  id,
  attributes: {
    user_id: '7',
    user_name: null,
    passkey_challenge: 'Y2hhbGxlbmdl',
    instead_of: null,
    currency: 'BTC',
    token_code: 'BTC',
    address: 'bc1q',
    amount: '20000000',
    fee: '5000',
    state: ended_at === null ? 'approved' : 'failed',
    needs_approval: true,
    not_before: null,
    waits_for: null,
    transaction_id: null,
    confirmations: 0,
    required_confirmations: 2,
    lightning: null,
    reason: null,
    created_at: '2026-11-01T00:00:00.000Z',
    ended_at
  }
})
const loaded = {
  review: {
    data: [withdrawal('1'), withdrawal('2')],
    meta: { pagination: { records: 2 }, stops: [], restore: null, unknown: [] }
  },
  queued: []
}

const response = { id: 'key', response: {} }
const browser = { get: vi.fn(async (): Promise<Record<string, unknown> | null> => response) }

test('what is approved stays, what is rejected goes', async () => {
  let answer = withdrawal('1')
  const { transport, calls } = createFakeTransport(() => jsonResponse({ data: answer }))
  const stores = createPayoutStores(createApi({ transport }), loaded, browser)
  expect(await stores.approve('1')).toBe(true)
  expect(browser.get).toHaveBeenCalledWith({
    challenge: 'Y2hhbGxlbmdl',
    userVerification: 'required'
  })
  expect(calls).toHaveLength(1)
  expect(stores.$withdrawals.get()).toHaveLength(2)
  answer = withdrawal('2', '2026-11-02T00:00:00.000Z')
  await stores.reject('2', 'No')
  expect(stores.$withdrawals.get().map(it => it.id)).toEqual(['1'])
})

test('says why something could not be decided', async () => {
  const { transport } = createFakeTransport(() => errorResponse(422, 'own_withdrawal'))
  const stores = createPayoutStores(createApi({ transport }), loaded, browser)
  expect(await stores.approve('1')).toBe(false)
  expect(stores.$problem.get()?.code).toBe('own_withdrawal')
})

test('who closes the question of the browser has approved nothing', async () => {
  const { transport, calls } = createFakeTransport(() => errorResponse(422, 'passkey_invalid'))
  browser.get.mockResolvedValueOnce(null)
  const stores = createPayoutStores(createApi({ transport }), loaded, browser)
  expect(await stores.approve('1')).toBe(false)
  expect(calls).toHaveLength(0)
})

afterEach(() => {
  vi.useRealTimers()
})

test('follows what happens meanwhile, until it is stopped', async () => {
  vi.useFakeTimers()
  const { transport, calls } = createFakeTransport(({ path }) =>
    path.startsWith('/api/v1/admin/withdrawals')
      ? jsonResponse({ data: [withdrawal('3')], meta: loaded.review.meta })
      : jsonResponse({ data: [], meta: { pagination: { records: 0 } } })
  )
  const stores = createPayoutStores(createApi({ transport }), loaded, browser)
  const stop = stores.watch()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(stores.$withdrawals.get().map(it => it.id)).toEqual(['3'])
  stop()
  const before = calls.length
  await vi.advanceTimersByTimeAsync(20_000)
  expect(calls).toHaveLength(before)
})
