import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '../shared/fake-transport.ts'
import { sampleBanner, sampleCampaign } from '../shared/sample-documents.ts'
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
        ...{ approved: 4, rejected: 1, reported: 0, submitted_at: '2026-11-24T16:00:00.000Z' }
      }
    },
    at: '2026-11-24T19:30:00.000Z'
  }
}

function createStores(answer: () => Response) {
  const { transport, calls } = createFakeTransport(answer)
  return { stores: createReviewStores(createApi({ transport }), queue), calls }
}

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

test('so is a creative that another operator has decided on', async () => {
  const { stores } = createStores(() => errorResponse(422, 'state_not_allowed'))
  expect(await stores.approve(creative.id)).toBe(false)
  expect(stores.$items.get()).toEqual([])
})

test('a decision that did not arrive can be made again', async () => {
  const { stores } = createStores(() => errorResponse(503, 'unavailable', 'Later.'))
  await stores.approve(creative.id)
  expect(stores.$items.get()).toMatchObject([
    { isDeciding: false, problem: { code: 'unavailable' } }
  ])
})
