import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '../shared/fake-transport.ts'
import { sampleAdUnit } from '../shared/sample-documents.ts'
import { createUnitSettingsStores } from './unit-settings.ts'

test('saves what a unit is, and takes what the server made of it', async () => {
  const unit = sampleAdUnit('3')
  const { transport, calls } = createFakeTransport(() =>
    jsonResponse({ data: { ...unit, attributes: { ...unit.attributes, name: 'Side' } } })
  )
  const stores = createUnitSettingsStores(createApi({ transport }), unit)
  expect(stores.$isChanged.get()).toBe(false)
  stores.change({ name: ' Side ' })
  expect(stores.$isChanged.get()).toBe(true)
  expect(await stores.save()).toBe(true)
  const { size, ad_type, disallowed_ratings } = unit.attributes
  expect(attributesOf(calls[0])).toEqual({ name: ' Side ', size, ad_type, disallowed_ratings })
  expect(stores.$form.get().name).toBe('Side')
  expect(stores.$isChanged.get()).toBe(false)
})

test('the same ratings in another order are not a change', () => {
  const { transport } = createFakeTransport(() => jsonResponse({}))
  const stores = createUnitSettingsStores(createApi({ transport }), sampleAdUnit('3'))
  stores.change({ disallowed_ratings: ['risky', 'nsfw'] })
  const first = stores.$isChanged.get()
  stores.change({ disallowed_ratings: ['nsfw', 'risky'] })
  expect(stores.$isChanged.get()).toBe(first)
})

test('an error is shown at its field, and what was typed stays', async () => {
  const { transport } = createFakeTransport(() =>
    errorResponse(422, 'invalid', 'must not be empty', '/data/attributes/name')
  )
  const stores = createUnitSettingsStores(createApi({ transport }), sampleAdUnit('3'))
  stores.change({ name: '' })
  expect(await stores.save()).toBe(false)
  expect(stores.$problems.get().fields).toEqual({ name: 'must not be empty' })
  expect(stores.$form.get().name).toBe('')
})
