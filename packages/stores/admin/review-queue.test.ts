import { createApi } from '@mille/api/client.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  type FakeCall,
  jsonResponse
} from '../shared/fake-transport.ts'
import { sampleBanner, sampleCampaign } from '../shared/sample-documents.ts'
import { undoMs } from './decision-queue.ts'
import { createReviewStores } from './review-queue.ts'

const { campaign, creative, model } = sampleCampaign('1')
const queue = {
  data: [creative],
  included: [campaign, model, sampleBanner('5')],
  meta: {
    pagination: { records: 1 },
    campaigns: { [creative.id]: '1' },
    variants: { [creative.id]: 'B' },
    landing_pages: {},
    owners: {
      [creative.id]: {
        ...{ user_id: '7', user_name: 'Ada', joined_at: '2026-01-01T00:00:00.000Z' },
        ...{ approved: 4, rejected: 1, reported: 0, submitted_at: '2026-11-24T16:00:00.000Z' },
        trust: { state: 'off' as const, approvals: 3, needed: null }
      }
    },
    at: '2026-11-24T19:30:00.000Z'
  }
}

/** A queue of several creatives. The first one is the sample. */
const queueOf = (count: number, records = count) => ({
  ...queue,
  data: Array.from({ length: count }, (_, at) => ({
    ...creative,
    id: String(Number(creative.id) + at)
  })),
  meta: { ...queue.meta, pagination: { records } }
})

function createStores(answer: (call: FakeCall) => Response, count = 1, records = count) {
  const { transport, calls } = createFakeTransport(answer)
  const api = createApi({ transport })
  return { stores: createReviewStores(api, queueOf(count, records)), calls }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('shows a creative with its variant, its banners, and what it pays', () => {
  const { stores } = createStores(() => jsonResponse({}))
  expect(stores.$items.get()).toMatchObject([
    {
      ...{ campaignId: '1', variantName: 'B' },
      ...{ creative: { banners: [{ id: '5' }] }, payment: { dailyBudget: 5000n } }
    }
  ])
})

test('says whose a creative is and how long it has waited', () => {
  const { stores } = createStores(() => jsonResponse({}))
  expect(stores.$items.get()).toMatchObject([
    { owner: { user_id: '7', approved: 4, rejected: 1 }, waitedMs: 3.5 * 60 * 60 * 1000 }
  ])
})

test('a decided creative leaves the queue', async () => {
  const { stores, calls } = createStores(() => jsonResponse({ data: creative }))
  expect(await stores.reject(creative.id, 'The link is dead.')).toBe(true)
  expect(attributesOf(calls[0])).toEqual({ decision: 'reject', reason: 'The link is dead.' })
  expect(stores.$items.get()).toEqual([])
  expect(stores.$records.get()).toBe(0)
})

test('an approved creative leaves the queue at once and is sent after eight seconds', async () => {
  const { stores, calls } = createStores(() => jsonResponse({ data: creative }))
  const outcome = stores.approve(creative.id)
  expect(stores.$items.get()).toEqual([])
  expect(stores.$records.get()).toBe(0)
  await vi.advanceTimersByTimeAsync(undoMs - 1)
  expect(calls).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(attributesOf(calls[0])).toEqual({ decision: 'approve' })
  expect(await outcome).toBe('accepted')
  expect(stores.undo()).toBeNull()
})

test('an approval can correct what the advertiser said that the ad sells', async () => {
  const { stores, calls } = createStores(() => jsonResponse({ data: creative }))
  const outcome = stores.approve(creative.id, 'gambling')
  stores.sendHeld()
  expect(await outcome).toBe('accepted')
  expect(attributesOf(calls[0])).toEqual({ decision: 'approve', product_category: 'gambling' })
})

test('an approval that is undone is never sent, and the creative is at its place again', async () => {
  const { stores, calls } = createStores(() => jsonResponse({ data: creative }), 3)
  const ids = stores.$items.get().map(it => it.creative.id)
  const [first = '', second = ''] = ids
  const outcomes = [stores.approve(first), stores.approve(second)]
  expect(stores.undo()).toBe(second)
  expect(stores.undo()).toBe(first)
  expect(stores.undo()).toBeNull()
  expect(stores.$items.get().map(it => it.creative.id)).toEqual(ids)
  expect(stores.$records.get()).toBe(3)
  await vi.advanceTimersByTimeAsync(undoMs)
  expect(await Promise.all(outcomes)).toEqual(['undone', 'undone'])
  expect(calls).toEqual([])
})

test('leaving the page sends what is held, in a way that outlives the page', async () => {
  const { stores, calls } = createStores(() => jsonResponse({ data: creative }))
  const outcome = stores.approve(creative.id)
  await vi.advanceTimersByTimeAsync(0)
  stores.sendHeld()
  expect(await outcome).toBe('accepted')
  expect(calls).toMatchObject([{ method: 'PATCH', keepalive: true }])
})

test('a creative that another operator has decided on leaves the queue', async () => {
  const { stores } = createStores(() => errorResponse(422, 'state_not_allowed'))
  const outcome = stores.approve(creative.id)
  await vi.advanceTimersByTimeAsync(undoMs)
  expect(await outcome).toBe('over')
  expect(stores.$items.get()).toEqual([])
})

test('an approval that did not arrive returns the creative to its place with the problem', async () => {
  const { stores } = createStores(() => errorResponse(503, 'unavailable', 'Later.'), 2)
  const outcome = stores.approve(creative.id)
  await vi.advanceTimersByTimeAsync(undoMs)
  expect(await outcome).toBe('failed')
  expect(stores.$records.get()).toBe(2)
  expect(stores.$items.get()).toMatchObject([
    { creative: { id: creative.id }, isDeciding: false, problem: { code: 'unavailable' } },
    { problem: null }
  ])
})

test('a rejection that did not arrive can be made again', async () => {
  const { stores } = createStores(() => errorResponse(503, 'unavailable', 'Later.'))
  await stores.reject(creative.id, 'The link is dead.')
  expect(stores.$items.get()).toMatchObject([
    { isDeciding: false, problem: { code: 'unavailable' } }
  ])
})

test('the creatives that follow are loaded before the last one is decided', async () => {
  const following = queueOf(40)
  const { stores, calls } = createStores(
    call => (call.method === 'GET' ? jsonResponse(following) : jsonResponse({ data: creative })),
    12,
    40
  )
  for (const {
    creative: { id }
  } of stores.$items.get().slice(0, 2))
    void stores.approve(id)
  await vi.advanceTimersByTimeAsync(0)
  expect(calls.map(it => it.path)).toEqual(['/api/v1/admin/creatives?page%5Blimit%5D=32'])
  // The two that are held are not shown again, although the server still has them.
  expect(stores.$items.get().map(it => it.creative.id)).toEqual(
    following.data.slice(2).map(it => it.id)
  )
  expect(stores.$records.get()).toBe(38)
})
