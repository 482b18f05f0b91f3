import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import { createFakeTransport, errorResponse, jsonResponse } from '../shared/fake-transport.ts'
import { createCampaignBreakdownStores } from './campaign-breakdown.ts'

const range = { from: '2026-11-01', to: '2026-11-30' }
const documentOf = (key: string) => ({
  data: { type: 'reports', id: '4', attributes: { rows: [{ key }] } },
  meta: { pagination: { records: 28 } }
})

test('asks for the first rows by one dimension, for the days of the page', async () => {
  const { transport, calls } = createFakeTransport(() => jsonResponse(documentOf('1')))
  const stores = createCampaignBreakdownStores(createApi({ transport }), { id: '4', range })
  await stores.load('country')
  const { searchParams } = new URL(calls[0]?.path ?? '', 'https://network.example')
  expect(Object.fromEntries(searchParams)).toEqual({
    ...{ side: 'advertiser', campaign_ids: '4', group_by: 'country', sort: 'billable' },
    ...{ from: '2026-11-01', to: '2026-11-30', time_zone: 'UTC', 'page[limit]': '10' }
  })
  expect(stores.$breakdown.get()).toEqual({
    ...{ status: 'loaded', by: 'country', report: documentOf('1') }
  })
})

test('keeps the dimension that was chosen last, whichever answer comes first', async () => {
  const waiting: (() => void)[] = []
  const { transport } = createFakeTransport(async ({ path }) => {
    await new Promise<void>(resolve => waiting.push(resolve))
    return jsonResponse(documentOf(path.includes('language') ? 'en' : '1'))
  })
  const stores = createCampaignBreakdownStores(createApi({ transport }), { id: '4', range })
  const both = [stores.load('ad_unit'), stores.load('language')]
  await expect.poll(() => waiting.length).toBe(2)
  for (const answer of waiting.reverse()) answer()
  await Promise.all(both)
  expect(stores.$breakdown.get()).toMatchObject({ by: 'language', report: documentOf('en') })
})

test('says what went wrong', async () => {
  const { transport } = createFakeTransport(() => errorResponse(503, 'unavailable'))
  const stores = createCampaignBreakdownStores(createApi({ transport }), { id: '4', range })
  await stores.load('banner')
  expect(stores.$breakdown.get()).toMatchObject({ status: 'error' })
})
