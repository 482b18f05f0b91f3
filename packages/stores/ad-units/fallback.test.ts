import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '../shared/fake-transport.ts'
import { sampleAdUnit } from '../shared/sample-documents.ts'
import { createFallbackStores } from './fallback.ts'

const own = { fallback: 'own', fallback_text: 'Shop', fallback_link: 'https://a.example/' } as const

test('keeps words of its own with a whole address', async () => {
  const unit = sampleAdUnit('3')
  const { transport, calls } = createFakeTransport(() =>
    jsonResponse({ data: { ...unit, attributes: { ...unit.attributes, ...own } } })
  )
  const stores = createFallbackStores(createApi({ transport }), unit)
  stores.change({ ...own, fallback_link: 'a.example/' })
  expect(stores.$isChanged.get()).toBe(true)
  expect(await stores.save()).toBe(true)
  expect(attributesOf(calls[0])).toEqual(own)
  expect(stores.$isChanged.get()).toBe(false)
  expect(stores.$form.get()).toEqual(own)
})

test('other choices send no words', async () => {
  const { transport, calls } = createFakeTransport(() => jsonResponse({ data: sampleAdUnit('3') }))
  const stores = createFallbackStores(createApi({ transport }), sampleAdUnit('3'))
  stores.change({ fallback: 'collapse', fallback_text: 'left over' })
  await stores.save()
  expect(attributesOf(calls[0])).toEqual({ fallback: 'collapse' })
})

test('an error is shown at its field until that is changed', async () => {
  const { transport } = createFakeTransport(() =>
    errorResponse(422, 'invalid', 'must not be empty', '/data/attributes/fallback_text')
  )
  const stores = createFallbackStores(createApi({ transport }), sampleAdUnit('3'))
  stores.change({ fallback: 'own' })
  expect(await stores.save()).toBe(false)
  expect(stores.$problems.get().fields).toEqual({ fallback_text: 'must not be empty' })
  stores.change({ fallback_text: 'Shop' })
  expect(stores.$problems.get().fields).toEqual({})
})
