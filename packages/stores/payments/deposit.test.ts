import { createApi } from '@mille/api/client.ts'
import type { DepositAddress, DepositAddresses } from '@mille/api/payments/endpoints.ts'
import { expect, test, vi } from 'vitest'
import { createFakeTransport, errorResponse, jsonResponse } from '../shared/fake-transport.ts'
import { createDepositStores } from './deposit.ts'

const address = (id: string, token_code: 'BTC' | 'USDT'): DepositAddress => ({
  type: 'deposit_addresses',
  id,
  attributes: {
    depositable_id: '7',
    depositable_type: 'user',
    token_code,
    address: `address-${id}`,
    uri: `uri:${id}`,
    created_at: '2026-11-01T00:00:00.000Z',
    deposits: []
  }
})
const document: DepositAddresses = {
  data: [address('1', 'BTC')],
  meta: {
    currencies: {
      btc: [{ token_code: 'BTC', token_type: 'native' }],
      usd: [
        { token_code: 'USDT', token_type: 'erc20' },
        { token_code: 'USDC', token_type: 'erc20' }
      ]
    },
    required_confirmations: { BTC: 2 },
    minimum_deposits: { BTC: '5000' },
    lightning: { minimum: '1000', maximum: '100000' }
  }
}
const loaded = {
  depositable: { id: '7', type: 'user' as const },
  document,
  currency: null,
  paymentMethod: null
}

test('steps begin at 0, and the first token of the choice gets an address, which is appended', async () => {
  const { transport, calls } = createFakeTransport(() =>
    jsonResponse({ data: address('2', 'USDT') }, 201)
  )
  const stores = createDepositStores(createApi({ transport }), loaded)
  expect(stores.$step.get()).toBe(0)
  expect(await stores.createAddress()).toBe(false)
  stores.select('btc', 'native')
  expect(stores.$minimum.get()).toBe(5_000n)
  stores.select('usd', 'erc20')
  expect(stores.$minimum.get()).toBeNull()
  stores.setStep(1)
  expect(await stores.createAddress()).toBe(true)
  expect(String(calls.at(-1)?.body)).toContain('USDT')
  expect(stores.$addresses.get().map(it => it.id)).toEqual(['1', '2'])
  expect(stores.$address.get()?.id).toBe('2')
  stores.reset()
  expect([stores.$step.get(), stores.$currency.get(), stores.$tokenCode.get()]).toEqual([
    0,
    null,
    null
  ])
})

test('says when it could not be set up, and can recover', async () => {
  let isDown = true
  const { transport } = createFakeTransport(() =>
    isDown ? errorResponse(500, 'internal') : jsonResponse(document)
  )
  const stores = createDepositStores(createApi({ transport }), { ...loaded, document: null })
  expect(stores.$error.get()).toBe('Initialize error')
  await stores.initialize()
  expect(stores.$error.get()).toBe('Initialize error')
  isDown = false
  await stores.initialize()
  expect(stores.$error.get()).toBeNull()
  expect(stores.$addresses.get()).toHaveLength(1)
})

test('looks for payments until it is stopped', async () => {
  vi.useFakeTimers()
  const { transport, calls } = createFakeTransport(() => jsonResponse(document))
  const stop = createDepositStores(createApi({ transport }), loaded).watch()
  await vi.advanceTimersByTimeAsync(6_500)
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(calls).toHaveLength(2)
  vi.useRealTimers()
})
