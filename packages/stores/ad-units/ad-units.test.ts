import { createApi } from '@mille/api/client.ts'
import type { Site } from '@mille/api/sites/endpoints.ts'
import { expect, test } from 'vitest'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '../shared/fake-transport.ts'
import { sampleAdUnit } from '../shared/sample-documents.ts'
import { createAdUnitStores } from './ad-unit.ts'
import { createAdUnitsStores } from './ad-units.ts'
import { createSiteVerificationStores } from './site-verification.ts'

const site = (state: Site['attributes']['state']): Site => ({
  type: 'sites',
  id: '1',
  attributes: {
    domain_name: 'blog.example',
    state,
    language: 'en',
    verification: {
      token: 't',
      meta_tag: '<meta>',
      file_path: '/t.txt',
      dns_name: '_t',
      dns_text: 't'
    },
    created_at: '2026-11-01T00:00:00.000Z'
  },
  relationships: { categories: { data: [] } }
})

test('finds the site of a unit and loads the next page', async () => {
  const { transport } = createFakeTransport(() =>
    jsonResponse({
      data: [sampleAdUnit('2'), sampleAdUnit('3')],
      meta: { pagination: { records: 3 } }
    })
  )
  const units = [sampleAdUnit('1'), sampleAdUnit('2')]
  const stores = createAdUnitsStores(createApi({ transport }), {
    units,
    records: 3,
    sites: [site('verified')]
  })
  expect(stores.siteOf(sampleAdUnit('1'))?.attributes.domain_name).toBe('blog.example')
  await stores.loadMore()
  expect(stores.$units.get().map(it => it.id)).toEqual(['1', '2', '3'])
  expect(stores.$hasMore.get()).toBe(false)
})

test('archives a unit once the server has', async () => {
  const answers = [errorResponse(503, 'unavailable'), new Response(null, { status: 204 })]
  const { transport } = createFakeTransport(() => answers.shift() ?? jsonResponse({}))
  const stores = createAdUnitStores(createApi({ transport }), sampleAdUnit('1'))
  expect(await stores.archive()).toBe(false)
  expect(stores.$unit.get().attributes.state).toBe('active')
  expect(await stores.archive()).toBe(true)
  expect(stores.$unit.get().attributes.state).toBe('archived')
})

test('says what is missing until the proof is found', async () => {
  const answers = [
    errorResponse(422, 'verification_not_found', 'No.'),
    jsonResponse({ data: site('verified') })
  ]
  const { transport, calls } = createFakeTransport(() => answers.shift() ?? jsonResponse({}))
  const stores = createSiteVerificationStores(createApi({ transport }), site('unverified'))
  await stores.verify('file')
  expect(attributesOf(calls[0])).toEqual({ method: 'file' })
  expect(stores.$problem.get()?.code).toBe('verification_not_found')
  await stores.verify('file')
  expect(stores.$site.get().attributes.state).toBe('verified')
  expect(stores.$problem.get()).toBe(null)
})
