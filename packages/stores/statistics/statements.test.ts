import { createApi } from '@mille/api/client.ts'
import type { AdUnitStatement } from '@mille/api/statistics/endpoints.ts'
import { expect, test } from 'vitest'
import { createFakeTransport, errorResponse, jsonResponse } from '../shared/fake-transport.ts'
import { createStatementStores } from './statements.ts'

const statement = (id: string): AdUnitStatement => ({
  type: 'ad_unit_statements',
  id,
  attributes: {
    window_start: '2026-11-01T00:00:00.000Z',
    window_end: '2026-11-01T02:00:00.000Z',
    asset: 'BTC',
    billable: 1,
    charged: '10',
    fee: '2',
    referral: '0',
    net: '8',
    campaigns: 1,
    transfers: []
  }
})
const loaded = { of: 'ad_unit' as const, id: '4', statements: [statement('1')], records: 2 }

test('loads older windows behind the last, each once', async () => {
  const { transport, calls } = createFakeTransport(() =>
    jsonResponse({ data: [statement('1'), statement('2')], meta: { pagination: { records: 2 } } })
  )
  const stores = createStatementStores(createApi({ transport }), loaded)
  await stores.loadMore()
  expect(decodeURIComponent(calls[0]?.path ?? '')).toBe(
    '/api/v1/ad_units/4/statements?page[offset]=1'
  )
  expect(stores.$statements.get().map(it => it.id)).toEqual(['1', '2'])
  expect(stores.$hasMore.get()).toBe(false)
})

test('keeps the windows it has when older ones do not come', async () => {
  const { transport } = createFakeTransport(() => errorResponse(500, 'internal'))
  const stores = createStatementStores(createApi({ transport }), loaded)
  await stores.loadMore()
  expect(stores.$statements.get()).toHaveLength(1)
  expect(stores.$problem.get()?.code).toBe('internal')
})
