import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import { attributesOf, createFakeTransport, jsonResponse } from '../shared/fake-transport.ts'
import { sampleAdUnit } from '../shared/sample-documents.ts'
import { createFallbackStores } from './fallback.ts'

test('saves what the unit shows without a campaign and a house ad', async () => {
  const unit = sampleAdUnit('3')
  const fallback = 'collapse'
  const { transport, calls } = createFakeTransport(() =>
    jsonResponse({ data: { ...unit, attributes: { ...unit.attributes, fallback } } })
  )
  const stores = createFallbackStores(createApi({ transport }), unit)
  stores.change({ fallback })
  expect(stores.$isChanged.get()).toBe(true)
  expect(await stores.save()).toBe(true)
  expect(attributesOf(calls[0])).toEqual({ fallback })
  expect(stores.$isChanged.get()).toBe(false)
  expect(stores.$form.get()).toEqual({ fallback, fallback_url: '' })
})

test('an address is completed and sent only when it is shown, and stays in the form', async () => {
  const unit = sampleAdUnit('3')
  const { transport, calls } = createFakeTransport(call => {
    const saved = { ...unit.attributes, ...attributesOf(call) }
    return jsonResponse({ data: { ...unit, attributes: saved } })
  })
  const stores = createFallbackStores(createApi({ transport }), unit)
  stores.change({ fallback: 'frame', fallback_url: ' other.example/tag ' })
  expect(await stores.save()).toBe(true)
  const shown = { fallback: 'frame', fallback_url: 'https://other.example/tag' }
  expect(attributesOf(calls[0])).toEqual(shown)
  expect(stores.$form.get()).toEqual(shown)
  stores.change({ fallback: 'collapse', fallback_url: 'oth' })
  expect(await stores.save()).toBe(true)
  expect(attributesOf(calls[1])).toEqual({ fallback: 'collapse' })
  expect(stores.$form.get()).toEqual({ fallback: 'collapse', fallback_url: 'oth' })
  stores.change({ fallback: 'frame', fallback_url: '' })
  await stores.save()
  expect(attributesOf(calls[2])).toEqual({ fallback: 'frame', fallback_url: null })
})

test('a refused address stays in the form, with the error at its field', async () => {
  const title = 'The page of the other network must have an address with https'
  const source = { pointer: '/data/attributes/fallback_url' }
  const error = { status: '422', code: 'fallback_url_insecure', title, source }
  const { transport } = createFakeTransport(() => jsonResponse({ errors: [error] }, 422))
  const stores = createFallbackStores(createApi({ transport }), sampleAdUnit('3'))
  const typed = { fallback: 'frame', fallback_url: 'http://other.example/' } as const
  stores.change(typed)
  expect(await stores.save()).toBe(false)
  expect(stores.$form.get()).toEqual(typed)
  expect(stores.$problems.get().fields).toEqual({ fallback_url: title })
})
