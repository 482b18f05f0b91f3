import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '../shared/fake-transport.ts'
import { createBlockedDomainsStores } from './blocked-domains.ts'

const rules = (...blocked_domains: string[]) => ({
  type: 'publisher_rules' as const,
  id: '1',
  attributes: { blocked_domains }
})

test('sends a domain for each line, and shows what the server made of them', async () => {
  const { transport, calls } = createFakeTransport(() =>
    jsonResponse({ data: rules('a.example', 'b.example') })
  )
  const stores = createBlockedDomainsStores(createApi({ transport }), rules('a.example'))
  expect(stores.$form.get().blocked_domains).toBe('a.example')
  stores.change({ blocked_domains: ' a.example\n\nhttps://www.b.example/page, ' })
  expect(await stores.save()).toBe(true)
  expect(attributesOf(calls[0])).toEqual({
    blocked_domains: ['a.example', 'https://www.b.example/page']
  })
  expect(stores.$form.get().blocked_domains).toBe('a.example\nb.example')
  expect(stores.$isChanged.get()).toBe(false)
})

test('what is no domain is said at the field, and what was typed stays', async () => {
  const { transport } = createFakeTransport(() =>
    errorResponse(422, 'invalid', '“nonsense” is not a domain', '/data/attributes/blocked_domains')
  )
  const stores = createBlockedDomainsStores(createApi({ transport }), rules())
  stores.change({ blocked_domains: 'nonsense' })
  expect(await stores.save()).toBe(false)
  expect(stores.$problems.get().fields).toEqual({ blocked_domains: '“nonsense” is not a domain' })
  expect(stores.$form.get().blocked_domains).toBe('nonsense')
})
