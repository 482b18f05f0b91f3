import { createApi } from '@mille/api/client.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFakeTransport, errorResponse } from '../shared/fake-transport.ts'
import { createEstimationStores, type EstimationQuestion } from './estimation.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const question: EstimationQuestion = {
  impressions: 1_000_000,
  categoryIds: ['10', '101'],
  disallowedRatings: ['nsfw'],
  size: '300x250'
}

test('a request is loading, success stores the estimations', async () => {
  const stores = createEstimationStores(app.open().api)
  const running = stores.request(question)
  expect(stores.$estimation.get()).toMatchObject({ isLoading: true, estimations: null })
  await running
  expect(stores.$estimation.get()).toMatchObject({
    isLoading: false,
    estimations: { impressions: 1_000_000, enough_data: false },
    problem: null
  })
})

test('a failure stores an error', async () => {
  const { transport } = createFakeTransport(() => errorResponse(503, 'unavailable', 'Later.'))
  const stores = createEstimationStores(createApi({ transport }))
  await stores.request(question)
  expect(stores.$estimation.get()).toEqual({
    isLoading: false,
    estimations: null,
    problem: { code: 'unavailable', detail: 'Later.' }
  })
})

test('cancel ends the request, and its late answer changes nothing', async () => {
  const stores = createEstimationStores(app.open().api)
  const running = stores.request(question)
  stores.cancel()
  expect(stores.$estimation.get()).toEqual({ isLoading: false, estimations: null, problem: null })
  await running
  expect(stores.$estimation.get()).toEqual({ isLoading: false, estimations: null, problem: null })
})

test('a new request ends the one before it', async () => {
  const stores = createEstimationStores(app.open().api)
  const first = stores.request(question)
  await stores.request({ ...question, impressions: 5 })
  await first
  expect(stores.$estimation.get()).toMatchObject({ estimations: { impressions: 5 } })
})
