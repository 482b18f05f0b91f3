import { createApi } from '@mille/api/client.ts'
import type { Site } from '@mille/api/sites/endpoints.ts'
import { expect, test } from 'vitest'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  type FakeCall,
  jsonResponse
} from '../shared/fake-transport.ts'
import { sampleSite } from '../shared/sample-documents.ts'
import { createSiteSettingsStores } from './site-settings.ts'

function createStores(answer: (call: FakeCall) => Response, site: Site = sampleSite('7')) {
  const { transport, calls } = createFakeTransport(answer)
  return { stores: createSiteSettingsStores(createApi({ transport }), site), calls }
}

test('saves language and categories, and takes what the server has then', async () => {
  const { stores, calls } = createStores(() =>
    jsonResponse({ data: sampleSite('7', { language: 'de', categories: ['10', '101'] }) })
  )
  expect(stores.$form.get()).toEqual({ language: 'en', category_ids: ['10'] })
  stores.change({ language: 'de' })
  stores.change({ category_ids: ['101', '10'] })
  expect(await stores.save()).toBe(true)
  expect(calls.map(it => `${it.method} ${it.path}`)).toEqual(['PATCH /api/v1/sites/7'])
  expect(attributesOf(calls[0])).toEqual({ language: 'de', category_ids: ['101', '10'] })
  expect(stores.$form.get()).toEqual({ language: 'de', category_ids: ['10', '101'] })
  expect(stores.$isChanged.get()).toBe(false)
})

test('the same categories in another order are not a change', () => {
  const site = sampleSite('7', { categories: ['10', '101'] })
  const { stores } = createStores(() => jsonResponse({}), site)
  stores.change({ category_ids: ['101', '10'] })
  expect(stores.$isChanged.get()).toBe(false)
})

test('what is not offered is refused at its field, and what was chosen stays', async () => {
  const detail = 'Category 102 is not offered at present.'
  const { stores } = createStores(() =>
    errorResponse(422, 'category_unknown', detail, '/data/attributes/category_ids')
  )
  stores.change({ category_ids: ['10', '102'] })
  expect(await stores.save()).toBe(false)
  expect(stores.$problems.get()).toEqual({ fields: { category_ids: detail }, general: [] })
  expect(stores.$form.get().category_ids).toEqual(['10', '102'])
})
