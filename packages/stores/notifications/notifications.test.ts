import { createApi } from '@mille/api/client.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFakeTransport, errorResponse, jsonResponse } from '../shared/fake-transport.ts'
import { createNotificationsStores } from './notifications.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function page(ids: number[], records: number, totalUnreadCount: number) {
  return {
    data: ids.map(id => ({
      type: 'notifications',
      id: String(id),
      attributes: {
        kind: 'deposit_credited',
        title: `Title ${id}`,
        text: '',
        path: '/finances',
        created_at: '2026-03-02T10:00:00.000Z',
        read_at: null
      }
    })),
    meta: { pagination: { records }, totalUnreadCount }
  }
}

function create(answer: (path: string, method: string) => Response) {
  const { transport, calls } = createFakeTransport(call => answer(call.path, call.method))
  const stores = createNotificationsStores(createApi({ transport }), {
    userId: '7',
    unread: 2,
    list: null
  })
  return {
    stores,
    paths: () => calls.map(call => `${call.method} ${decodeURIComponent(call.path)}`)
  }
}

const listPath = 'GET /api/v1/users/7/notifications?'

test('opening loads the first page, a tab starts again at the top, more adds a page', async () => {
  const { stores, paths } = create(path =>
    jsonResponse(path.includes('offset%5D=2') ? page([1], 3, 1) : page([3, 2], 3, 1))
  )
  await stores.refresh()
  await stores.loadMore()
  expect(stores.$items.get().map(it => it.id)).toEqual(['3', '2', '1'])
  await stores.changeTab('unread')
  expect(stores.$items.get().map(it => it.id)).toEqual(['3', '2'])
  expect(paths()).toEqual([
    `${listPath}sort=-created_at&page[offset]=0`,
    `${listPath}sort=-created_at&page[offset]=2`,
    `${listPath}sort=-created_at&page[offset]=0&filter[read_at_blank]=1`
  ])
})

test('one that is marked waits, and the list is loaded again 1500 ms later', async () => {
  const { stores, paths } = create((_, method) =>
    method === 'PATCH' ? new Response(null, { status: 204 }) : jsonResponse(page([2, 1], 2, 2))
  )
  await stores.refresh()
  await stores.markRead('2')
  expect(stores.$pending.get()).toEqual(['2'])
  await vi.advanceTimersByTimeAsync(1_499)
  expect(paths()).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(paths()).toHaveLength(3)
  expect(stores.$pending.get()).toEqual([])
})

test('a notification that could not be marked no longer waits, and shows an error', async () => {
  const { stores } = create((_, method) =>
    method === 'PATCH' ? errorResponse(500, 'internal') : jsonResponse(page([2, 1], 2, 2))
  )
  await stores.refresh()
  await stores.markRead('2')
  expect(stores.$pending.get()).toEqual([])
  expect(stores.$problem.get()).not.toBeNull()
})

test('marking all loads the list again at once', async () => {
  let unread = 2
  const { stores, paths } = create((_, method) => {
    if (method === 'GET') return jsonResponse(page([2, 1], 2, unread))
    unread = 0
    return new Response(null, { status: 204 })
  })
  await stores.refresh()
  await stores.markAllRead()
  expect(paths().slice(1)).toEqual([
    'PATCH /api/v1/users/7/notifications/read',
    `${listPath}sort=-created_at&page[offset]=0`
  ])
  expect(stores.$unread.get()).toBe(0)
})

test('the stream updates the count, and also the list while it is open', async () => {
  const { stores, paths } = create(() => jsonResponse(page([2, 1], 2, 3)))
  stores.onUnreadCount(3)
  expect(stores.$unread.get()).toBe(3)
  expect(paths()).toEqual([])
  await stores.refresh()
  stores.onUnreadCount(4)
  await vi.advanceTimersByTimeAsync(0)
  expect(paths()).toHaveLength(2)
})

test('a list that cannot be loaded says why', async () => {
  const { stores } = create(() => errorResponse(503, 'unavailable', 'Away'))
  await stores.refresh()
  expect(stores.$state.get()).toEqual({
    status: 'failed',
    problem: { code: 'unavailable', detail: 'Away' }
  })
})
