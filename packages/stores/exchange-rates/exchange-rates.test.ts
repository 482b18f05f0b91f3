import { createApi } from '@mille/api/client.ts'
import type { Currency } from '@mille/api/payments/endpoints.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFakeClock } from '../shared/fake-clock.ts'
import { createFakeTransport, errorResponse } from '../shared/fake-transport.ts'
import { createExchangeRateStores } from './exchange-rates.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

function start(loaded: readonly Currency[] | null = null) {
  const clock = createFakeClock()
  const line = { isDown: false }
  const { transport, calls } = createFakeTransport(({ path }) =>
    line.isDown ? errorResponse(503, 'unavailable') : app.open().transport(path, { method: 'GET' })
  )
  return {
    clock,
    line,
    calls,
    ...createExchangeRateStores(createApi({ transport }), loaded, { clock })
  }
}

test('rates are asked for when there are none, and once by all who ask together', async () => {
  const rates = start()
  expect(rates.$rates.get().status).toBe('none')
  const asked = Promise.all([rates.refresh(), rates.refresh(), rates.refresh()])
  expect(rates.$rates.get().status).toBe('loading')
  await asked
  expect(rates.$rates.get()).toMatchObject({ status: 'loaded', problem: null })
  expect(rates.$rates.get().currencies.map(it => it.attributes.code)).toEqual(['BTC', 'USD'])
  expect(rates.calls).toHaveLength(1)
})

test('rates of 60 s are fresh, older ones are asked for again', async () => {
  const rates = start()
  await rates.refresh()
  rates.clock.advance(60_000)
  await rates.refresh()
  expect(rates.calls).toHaveLength(1)
  rates.clock.advance(1)
  await rates.refresh()
  expect(rates.calls).toHaveLength(2)
})

test('a failure keeps what was there and does not count as fresh', async () => {
  const rates = start()
  await rates.refresh()
  rates.clock.advance(61_000)
  rates.line.isDown = true
  await rates.refresh()
  expect(rates.$rates.get()).toMatchObject({ status: 'error', problem: { code: 'unavailable' } })
  expect(rates.$rates.get().currencies).toHaveLength(2)
  rates.line.isDown = false
  await rates.refresh()
  expect(rates.$rates.get().status).toBe('loaded')
})

test('what the server has read is fresh for 60 s too', async () => {
  const { data } = await readThere()
  const rates = start(data)
  expect(rates.$usdPerBitcoin.get()).toBe(BigInt(data[0]?.attributes.usd_rate ?? 0))
  await rates.refresh()
  expect(rates.calls).toHaveLength(0)
  rates.clock.advance(60_001)
  await rates.refresh()
  expect(rates.calls).toHaveLength(1)
})

test('without a rate, and with one that is too old, there is nothing to compare by', async () => {
  const { data } = await readThere()
  const changed = (changes: Partial<Currency['attributes']>) =>
    data.map(it => ({ ...it, attributes: { ...it.attributes, ...changes } }))
  expect(start(changed({ is_stale: true })).$usdPerBitcoin.get()).toBeNull()
  expect(start(changed({ usd_rate: null })).$usdPerBitcoin.get()).toBeNull()
  expect(start(null).$usdPerBitcoin.get()).toBeNull()
})

async function readThere() {
  const result = await createApi({ transport: app.open().transport }).payments.readCurrencies()
  if (!result.ok) throw new Error('The rates could not be read')
  return result.value
}
