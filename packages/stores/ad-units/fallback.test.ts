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
  expect(stores.$form.get()).toEqual({ fallback })
})
