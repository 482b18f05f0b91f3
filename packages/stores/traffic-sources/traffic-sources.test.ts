import { createApi } from '@mille/api/client.ts'
import type { TrafficSource } from '@mille/api/traffic-sources/endpoints.ts'
import { expect, test } from 'vitest'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '../shared/fake-transport.ts'
import { createTrafficSourceStores } from './traffic-sources.ts'

function source(id: string, domain_name: string, patch = {}): TrafficSource {
  const figures = { served: 1, billable: 1, clicked: 0, spent: '0' }
  const excluded = { excluded_by_ad_unit: false, excluded_by_site: false }
  const attributes = { domain_name, size: '300x250', ...figures, ...excluded, ...patch }
  return { type: 'ad_units_traffic', id, attributes }
}

function createStores(answer: () => Response) {
  const { transport, calls } = createFakeTransport(answer)
  const data = [source('1', 'a.example'), source('2', 'a.example'), source('3', 'b.example')]
  const list = { data, meta: { pagination: { records: 3 } } }
  const stores = createTrafficSourceStores(createApi({ transport }), { campaignId: '9', list })
  return { stores, calls, data }
}

test('a toggle flips the exclusion of one ad unit', async () => {
  const excluded = source('1', 'a.example', { excluded_by_ad_unit: true })
  const { stores, calls, data } = createStores(() => jsonResponse({ data: excluded }))
  const running = stores.toggleUnit(data[0] as TrafficSource)
  expect([...stores.$pending.get()]).toEqual(['1'])
  await running
  expect(calls[0]?.path).toBe('/api/v1/campaigns/9/traffic_sources/1')
  expect(attributesOf(calls[0])).toEqual({ excluded_by_ad_unit: true })
  expect(stores.$sources.get().map(it => it.attributes.excluded_by_ad_unit)).toEqual([
    true,
    false,
    false
  ])
})

test('a toggle of a site flips all of its units', async () => {
  const excluded = source('1', 'a.example', { excluded_by_site: true })
  const { stores, data } = createStores(() => jsonResponse({ data: excluded }))
  await stores.toggleSite(data[0] as TrafficSource)
  expect(stores.$sources.get().map(it => it.attributes.excluded_by_site)).toEqual([
    true,
    true,
    false
  ])
})

test('the rest of the list is asked for ten at a time', async () => {
  const { transport, calls } = createFakeTransport(() => errorResponse(503, 'unavailable'))
  const list = { data: [source('1', 'a.example')], meta: { pagination: { records: 30 } } }
  const stores = createTrafficSourceStores(createApi({ transport }), { campaignId: '9', list })
  await stores.loadMore()
  const { searchParams } = new URL(calls[0]?.path ?? '', 'https://mille.example')
  expect(Object.fromEntries(searchParams)).toEqual({ 'page[offset]': '1', 'page[limit]': '10' })
})

test('a failure leaves everything as it was, and is said', async () => {
  const { stores, data } = createStores(() => errorResponse(503, 'unavailable'))
  expect(await stores.toggleSite(data[0] as TrafficSource)).toBe(false)
  expect(stores.$sources.get()).toEqual(data)
  expect(stores.$toggleProblem.get()).toMatchObject({ code: 'unavailable' })
})
