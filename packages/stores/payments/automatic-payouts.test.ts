import { createApi } from '@mille/api/client.ts'
import type { AutomaticPayout } from '@mille/api/payments/endpoints.ts'
import { expect, test } from 'vitest'
import { createFakeTransport, errorResponse, jsonResponse } from '../shared/fake-transport.ts'
import type { Guard } from '../shared/guard.ts'
import { createAutomaticPayoutStores } from './automatic-payouts.ts'

const guard: Guard = call => call()
const form = { tokenCode: 'BTC', method: 'chain', address: ' bc1q ', threshold: '0.01' } as const
const rule: AutomaticPayout = {
  type: 'automatic_payouts',
  id: 'BTC',
  attributes: {
    currency: 'BTC',
    token_code: 'BTC',
    method: 'chain',
    address: 'bc1q',
    threshold: '1000000',
    usable_at: '2026-03-02T10:00:00.000Z',
    is_frozen: false,
    problem: null,
    problem_detail: null,
    next_try_at: null
  }
}

test('a rule is set, and ended', async () => {
  const { transport, calls } = createFakeTransport(({ method }) =>
    method === 'POST' ? jsonResponse({ data: [rule] }) : new Response(null, { status: 204 })
  )
  const stores = createAutomaticPayoutStores(createApi({ transport }), [])
  const toWallet = { ...form, method: 'lightning', address: 'ada@wallet.example' } as const
  expect(await stores.save(toWallet, guard)).toBe(true)
  expect(JSON.stringify(calls[0])).toContain('lightning')
  expect(await stores.save(form, guard)).toBe(true)
  expect(stores.$rules.get()).toEqual([rule])
  expect(await stores.end('BTC')).toBeNull()
  expect(stores.$rules.get()).toEqual([])
})

test('what is wrong is said at its field, before a proof and after an answer', async () => {
  const { transport } = createFakeTransport(() =>
    errorResponse(422, 'amount_below_minimum', 'The minimum is 1.', '/data/attributes/threshold')
  )
  const stores = createAutomaticPayoutStores(createApi({ transport }), [])
  expect(await stores.save({ ...form, address: '', threshold: 'x' }, guard)).toBe(false)
  expect(Object.keys(stores.$problems.get().BTC?.fields ?? {})).toEqual(['address', 'threshold'])
  expect(await stores.save(form, guard)).toBe(false)
  expect(stores.$problems.get().BTC?.fields).toEqual({ threshold: 'The minimum is 1.' })
})
