import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import { createFakeTransport, errorResponse, jsonResponse } from '../shared/fake-transport.ts'
import { createBrandStores } from './brand.ts'

const loaded = { name: 'Mille', accent: null, colors: null, support_address: null, logo: null }
const answer = (attributes: object) =>
  jsonResponse({ data: { type: 'brands', id: '1', attributes: { ...loaded, ...attributes } } })

test('what is left empty is sent as null, and the answer becomes the form', async () => {
  const { transport, calls } = createFakeTransport(() => answer({ name: 'Acme Ads' }))
  const stores = createBrandStores(createApi({ transport }), loaded)
  expect(stores.$isChanged.get()).toBe(false)
  stores.change({ name: ' Acme Ads', support_address: ' ' })
  expect(await stores.save()).toBe(true)
  const body = JSON.parse(String(calls.at(-1)?.body))
  expect(body.data.attributes).toEqual({ name: ' Acme Ads', accent: null, support_address: null })
  expect(stores.$form.get()).toEqual({ name: 'Acme Ads', accent: '', support_address: '' })
  expect(stores.$isChanged.get()).toBe(false)
})

test('a color with too little contrast is refused while it is typed, with the nearest that passes', () => {
  const { transport } = createFakeTransport(() => answer({}))
  const stores = createBrandStores(createApi({ transport }), loaded)
  stores.change({ accent: '#f59' })
  expect(stores.$accentProblem.get()).toBeNull()
  stores.change({ accent: '#F59E0B' })
  expect(stores.$accentProblem.get()).toContain('contrast of 1.9:1')
  expect(stores.$nearest.get()).toBe('#966107')
  stores.change({ accent: '#966107' })
  expect(stores.$accentProblem.get()).toBeNull()
  expect(stores.$nearest.get()).toBeNull()
})

test('a failure keeps what was typed', async () => {
  const { transport } = createFakeTransport(({ method }) =>
    method === 'PUT' ? errorResponse(500, 'internal') : answer({})
  )
  const stores = createBrandStores(createApi({ transport }), loaded)
  stores.change({ name: 'Acme Ads' })
  expect(await stores.save()).toBe(false)
  expect(stores.$form.get().name).toBe('Acme Ads')
  expect(stores.$problems.get().general).toHaveLength(1)
})
