import { createApi } from '@mille/api/client.ts'
import type { FinanceOperation } from '@mille/api/finances/endpoints.ts'
import { expect, test, vi } from 'vitest'
import { createFakeTransport, errorResponse, jsonResponse } from '../shared/fake-transport.ts'
import { createHistoryStores } from './history.ts'
import { filterOfSearch, searchOfFilter, wholeHistory } from './history-filter.ts'

const operation = (id: string): FinanceOperation => ({
  type: 'user_finance_operations',
  id,
  attributes: {
    date: '2026-11-01T00:00:00.000Z',
    period_start: null,
    type: 'earning',
    source: { type: 'ad_unit', id: '1', name: 'Unit 1' },
    currency: 'BTC',
    amount: '100',
    state: 'done',
    reference: ''
  }
})

const day = (sum: string) => ({
  date: '2026-11-01',
  currency: 'BTC' as const,
  is_settlement_periods: false,
  records: 2,
  in: sum,
  out: '0'
})

const loaded = {
  userId: '7',
  filter: wholeHistory,
  operations: [operation('1')],
  records: 2,
  days: [day('3')]
}

test('loads older operations behind the last', async () => {
  const { transport, calls } = createFakeTransport(() =>
    jsonResponse({
      data: [operation('1'), operation('2')],
      meta: { pagination: { records: 2 }, days: [day('200')] }
    })
  )
  const stores = createHistoryStores(createApi({ transport }), loaded)
  await stores.loadMore()
  expect(decodeURIComponent(calls[0]?.path ?? '')).toBe(
    '/api/v1/users/7/finances/history?page[offset]=1&page[limit]=100'
  )
  expect(stores.$operations.get().map(it => it.id)).toEqual(['1', '2'])
  expect(stores.$days.get()).toMatchObject([{ sums: [{ asset: 'BTC', in: 200n, out: 0n }] }])
  expect(stores.$hasMore.get()).toBe(false)
})

test('keeps what is there when the rest does not come', async () => {
  const { transport } = createFakeTransport(() => errorResponse(500, 'internal'))
  const stores = createHistoryStores(createApi({ transport }), loaded)
  await stores.loadMore()
  expect(stores.$operations.get()).toHaveLength(1)
  expect(stores.$problem.get()?.code).toBe('internal')
  expect(stores.$isLoading.get()).toBe(false)
})

test('asks for what the filter says once a second at most, and shows the answer to the last', async () => {
  vi.useFakeTimers()
  const { transport, calls } = createFakeTransport(() =>
    jsonResponse({ data: [operation('9')], meta: { pagination: { records: 1 }, days: [] } })
  )
  const stores = createHistoryStores(createApi({ transport }), loaded)
  stores.setFilter({ types: ['deposit'] })
  stores.setFilter({ searchBySource: 'b' })
  stores.setFilter({ searchBySource: 'blog', startDate: '2026-03-01', sort: 'date' })
  expect(calls).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(calls).toHaveLength(2)
  expect(decodeURIComponent(calls[1]?.path ?? '')).toBe(
    '/api/v1/users/7/finances/history?filter[source]=blog&filter[start_date]=2026-03-01&filter[types]=deposit&sort=date&page[limit]=100'
  )
  expect(stores.$operations.get().map(it => it.id)).toEqual(['9'])
  expect(stores.$isLoading.get()).toBe(false)
  vi.useRealTimers()
})

test('the history is loaded once the filter is in the address', async () => {
  const { transport, calls } = createFakeTransport(() =>
    jsonResponse({ data: [], meta: { pagination: { records: 0 }, days: [] } })
  )
  const stores = createHistoryStores(createApi({ transport }), loaded)
  let arrive = () => {}
  stores.setFilter({ startDate: '2026-03-01' }, () => new Promise(done => (arrive = done)))
  expect(stores.$filter.get().startDate).toBe('2026-03-01')
  await new Promise(done => setTimeout(done, 20))
  expect(calls).toHaveLength(0)
  arrive()
  await expect.poll(() => calls.length).toBe(1)
})

test('the filter is part of the address', () => {
  expect(searchOfFilter(wholeHistory).toString()).toBe('')
  const search = 'source=blog&from=2026-03-01&types=spending%2Cdeposit&sort=date'
  expect(searchOfFilter(filterOfSearch(new URLSearchParams(search))).toString()).toBe(search)
  expect(filterOfSearch(new URLSearchParams('types=gifts&from=today&sort=name'))).toEqual({
    ...wholeHistory,
    types: []
  })
})
