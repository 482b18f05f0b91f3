import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import { createFakeTransport, errorResponse, jsonResponse } from '../shared/fake-transport.ts'
import { createGroupStatisticsStores } from './group-statistics.ts'

const range = { from: '2026-11-01', to: '2026-11-30' }

test('asks for one grouping and keeps its groups', async () => {
  const { transport, calls } = createFakeTransport(() =>
    jsonResponse({ data: { type: 'statistics', id: '4', attributes: { groups: [{ id: '1' }] } } })
  )
  const stores = createGroupStatisticsStores(createApi({ transport }), { id: '4', range })
  await stores.load('language')
  expect(calls[0]?.path).toContain('group_by=language')
  expect(stores.$groups.get()).toEqual({ status: 'loaded', by: 'language', groups: [{ id: '1' }] })
})

test('says what went wrong', async () => {
  const { transport } = createFakeTransport(() => errorResponse(503, 'unavailable'))
  const stores = createGroupStatisticsStores(createApi({ transport }), { id: '4', range })
  await stores.load('banner')
  expect(stores.$groups.get()).toMatchObject({ status: 'error' })
})
