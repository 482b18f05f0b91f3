import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '../shared/fake-transport.ts'
import { createBlockAdvertiserStores } from './block-advertiser.ts'

const listOf = (...data: unknown[]) => ({ data, meta: { pagination: { records: data.length } } })

test('places are loaded when they are asked for, and a rule is made for one of them', async () => {
  const { transport, calls } = createFakeTransport(({ method, path }) => {
    if (method === 'POST') return jsonResponse({ data: { id: '4', attributes: {} } }, 201)
    const type = path.startsWith('/api/v1/sites') ? 'sites' : 'ad_units'
    return jsonResponse(listOf({ type, id: '7', attributes: {} }))
  })
  const stores = createBlockAdvertiserStores(createApi({ transport }))
  expect(calls).toEqual([])
  expect(stores.$places.get()).toEqual({ sites: [], units: [] })
  await stores.loadPlaces()
  expect(stores.$places.get()).toMatchObject({ sites: [{ id: '7' }], units: [{ id: '7' }] })
  expect(calls.map(it => it.path.split('?')[1])).toEqual(
    Array(2).fill(new URLSearchParams({ 'page[limit]': '100' }).toString())
  )
  const rule = { kind: 'advertiser', creative_id: '12', ad_unit_id: '7', note: null } as const
  expect(await stores.block(rule)).toMatchObject({ id: '4' })
  expect(attributesOf(calls.at(-1))).toEqual(rule)
})

test('without its sites, the ad units can be selected', async () => {
  const { transport } = createFakeTransport(({ path }) =>
    path.startsWith('/api/v1/sites')
      ? errorResponse(500, 'internal')
      : jsonResponse(listOf({ type: 'ad_units', id: '7', attributes: {} }))
  )
  const stores = createBlockAdvertiserStores(createApi({ transport }))
  await stores.loadPlaces()
  expect(stores.$places.get()).toMatchObject({ sites: [], units: [{ id: '7' }] })
})
