import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import { createFakeTransport, errorResponse, jsonResponse } from '../shared/fake-transport.ts'
import { createBrandStores } from './brand.ts'

const loaded = { name: 'Mille', accent: null, colors: null, support_address: null, logo: null }
const answer = (attributes: object) =>
  jsonResponse({ data: { type: 'brands', id: '1', attributes: { ...loaded, ...attributes } } })

test('what is left empty is sent as null, and the answer becomes the form', async () => {
  const { transport, calls } = createFakeTransport(() => answer({ name: 'Acme Ads' }))
  const stores = createBrandStores(createApi({ transport }), loaded)
  expect(stores.$isChanged.get()).toBe(false)
  stores.change({ name: ' Acme Ads', support_address: ' ' })
  expect(await stores.save()).toBe(true)
  const body = JSON.parse(String(calls.at(-1)?.body))
  expect(body.data.attributes).toEqual({
    ...{ name: ' Acme Ads', accent: null, support_address: null, logo_id: null }
  })
  expect(stores.$form.get()).toEqual({
    ...{ name: 'Acme Ads', accent: '', support_address: '', logo: null, image: null }
  })
  expect(stores.$isChanged.get()).toBe(false)
})

test('a color with too little contrast is refused while it is typed, with the nearest that passes', () => {
  const { transport } = createFakeTransport(() => answer({}))
  const stores = createBrandStores(createApi({ transport }), loaded)
  stores.change({ accent: '#f59' })
  expect(stores.$accentProblem.get()).toBeNull()
  stores.change({ accent: '#F59E0B' })
  expect(stores.$accentProblem.get()).toContain('contrast of 1.9:1')
  expect(stores.$nearest.get()).toBe('#966107')
  stores.change({ accent: '#966107' })
  expect(stores.$accentProblem.get()).toBeNull()
  expect(stores.$nearest.get()).toBeNull()
})

test('a failure keeps what was typed', async () => {
  const { transport } = createFakeTransport(({ method }) =>
    method === 'PUT' ? errorResponse(500, 'internal') : answer({})
  )
  const stores = createBrandStores(createApi({ transport }), loaded)
  stores.change({ name: 'Acme Ads' })
  expect(await stores.save()).toBe(false)
  expect(stores.$form.get().name).toBe('Acme Ads')
  expect(stores.$problems.get().general).toHaveLength(1)
})

const logo = { id: 'a1', source: '/a1.webp', width: 160, height: 160, icon: '/a1.png' }
const uploaded = jsonResponse({ data: { type: 'brand_logos', id: 'a1', attributes: logo } }, 201)

test('a chosen logo is uploaded before the change that names it, and removed by another change', async () => {
  const { transport, calls } = createFakeTransport(({ path, body }) => {
    if (path.endsWith('/brand_logos')) return uploaded.clone()
    return answer({ logo: String(body).includes('"logo_id":"a1"') ? logo : null })
  })
  const stores = createBrandStores(createApi({ transport }), loaded)
  stores.change({ image: new File(['x'], 'acme.png') })
  expect(stores.$isChanged.get()).toBe(true)
  expect(await stores.save()).toBe(true)
  expect(stores.$form.get()).toMatchObject({ logo, image: null })
  expect(stores.$isChanged.get()).toBe(false)
  const writes = () => calls.filter(it => /brand/.test(it.path)).map(it => it.method)
  expect(writes()).toEqual(['POST', 'PUT'])
  // A change of the name keeps the logo.
  stores.change({ name: 'Acme' })
  expect(await stores.save()).toBe(true)
  expect(stores.$form.get().logo).toEqual(logo)
  stores.change({ logo: null })
  expect(await stores.save()).toBe(true)
  expect(stores.$form.get().logo).toBeNull()
  expect(writes()).toEqual(['POST', 'PUT', 'PUT', 'PUT'])
})

test('a refused logo changes nothing and keeps what was typed', async () => {
  const { transport, calls } = createFakeTransport(({ path }) =>
    path.endsWith('/brand_logos')
      ? errorResponse(422, 'logo_animated', 'It is animated.', '/data/attributes/image')
      : answer({})
  )
  const stores = createBrandStores(createApi({ transport }), loaded)
  const image = new File(['x'], 'acme.png')
  stores.change({ name: 'Acme Ads', image })
  expect(await stores.save()).toBe(false)
  expect(calls.some(it => it.method === 'PUT')).toBe(false)
  expect(stores.$form.get()).toMatchObject({ name: 'Acme Ads', image })
  expect(stores.$problems.get()).toEqual({ fields: { image: 'It is animated.' }, general: [] })
  stores.change({ image: null })
  expect(stores.$problems.get().fields).toEqual({})
})

test('a file that is too large is refused before it is sent', () => {
  const { transport } = createFakeTransport(() => answer({}))
  const stores = createBrandStores(createApi({ transport }), loaded)
  stores.change({ image: new File(['x'.repeat(256_000)], 'acme.png') })
  expect(stores.$imageProblem.get()).toBeNull()
  stores.change({ image: new File(['x'.repeat(256_001)], 'acme.png') })
  expect(stores.$imageProblem.get()).toBe('The file is larger than 256 kB')
})
