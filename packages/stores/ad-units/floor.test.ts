import { createApi } from '@mille/api/client.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '../shared/fake-transport.ts'
import { sampleAdUnit } from '../shared/sample-documents.ts'
import { createFloorStores } from './floor.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const unitWith = (floor: { asset: 'USD' | 'BTC'; net_cpm: string } | null) => {
  const unit = sampleAdUnit('3')
  return { ...unit, attributes: { ...unit.attributes, floor } }
}
const forecast = { since: '2026-11-14T00:00:00.000Z', billable: 10, meeting: 4 }

test('saves the amount in its currency, and none for an empty field', async () => {
  const floor = { asset: 'USD', net_cpm: '50000000' } as const
  const answers = [unitWith(floor), unitWith(null)]
  const { transport, calls } = createFakeTransport(() => jsonResponse({ data: answers.shift() }))
  const stores = createFloorStores(createApi({ transport }), unitWith(null))
  stores.change({ floor: '0.5' })
  expect(await stores.save()).toBe(true)
  expect(attributesOf(calls[0])).toEqual({ floor })
  expect(stores.$form.get()).toEqual({ currency: 'usd', floor: '0.5' })
  stores.change({ floor: ' ' })
  expect(await stores.save()).toBe(true)
  expect(attributesOf(calls[1])).toEqual({ floor: null })
})

test('keeps what was typed when it is refused, here or by the server', async () => {
  const { transport, calls } = createFakeTransport(() =>
    errorResponse(
      422,
      'amount_invalid',
      'floor.net_cpm is too much',
      '/data/attributes/floor/net_cpm'
    )
  )
  const stores = createFloorStores(createApi({ transport }), unitWith(null))
  stores.change({ floor: 'cheap' })
  expect(await stores.save()).toBe(false)
  expect(calls).toHaveLength(0)
  expect(stores.$problems.get().fields.floor).toContain('must be an amount')
  stores.change({ floor: '7' })
  expect(stores.$problems.get().fields).toEqual({})
  expect(await stores.save()).toBe(false)
  expect(stores.$problems.get().fields).toEqual({ floor: 'is too much' })
  expect(stores.$form.get().floor).toBe('7')
})

test('asks for the forecast once typing pauses, and forgets that of another amount', async () => {
  const { transport, calls } = createFakeTransport(() =>
    jsonResponse({ data: { type: 'floor_forecasts', id: '3', attributes: forecast } })
  )
  const stores = createFloorStores(createApi({ transport }), unitWith(null), forecast)
  expect(stores.$forecast.get()).toEqual(forecast)
  for (const floor of ['1', '1.', '1.5']) stores.change({ floor })
  expect(stores.$forecast.get()).toBe(null)
  await vi.advanceTimersByTimeAsync(1000)
  expect(calls).toHaveLength(1)
  expect(stores.$forecast.get()).toEqual(forecast)
  stores.change({ floor: '' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(stores.$forecast.get()).toBe(null)
  stores.change({ floor: '2' })
  stores.stop()
  await vi.advanceTimersByTimeAsync(1000)
  expect(calls).toHaveLength(1)
})
