import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  type FakeCall,
  jsonResponse
} from '../shared/fake-transport.ts'
import { createOfferFormStores, type OfferDraft } from './offer-form.ts'

const typed: Partial<OfferDraft> = {
  site_id: '3',
  publication_offer_type: 'article',
  name: 'A reviewed article',
  description: 'Eight hundred words, edited by us.',
  languages: ['de', 'en'],
  categories: ['bitcoin'],
  included: ' Two links \n\nA picture\n',
  turnaround_days: '5',
  price: '420.50'
}

function createStores(answer: (call: FakeCall) => Response) {
  const { transport, calls } = createFakeTransport(answer)
  const stores = createOfferFormStores(createApi({ transport }), null)
  return { stores, calls }
}

test('sends what was typed as the call wants it', async () => {
  const { stores, calls } = createStores(() => jsonResponse({ data: { id: '9' } }, 201))
  stores.change(typed)
  expect(await stores.save()).toBe('9')
  expect(attributesOf(calls[0])).toEqual({
    site_id: '3',
    publication_offer_type: 'article',
    name: 'A reviewed article',
    description: 'Eight hundred words, edited by us.',
    languages: ['de', 'en'],
    categories: ['bitcoin'],
    included: ['Two links', 'A picture'],
    turnaround_days: 5,
    price_us_cents: 42_050,
    logo_id: null
  })
  // The form stays visible, and busy, until the list of offers is loaded.
  expect(stores.$draft.get().name).toBe('A reviewed article')
  expect(stores.$isSaving.get()).toBe(true)
})

test.each(['', '0', 'free', '1.005'])('the price %j never reaches the server', async price => {
  const { stores, calls } = createStores(() => jsonResponse({}, 201))
  stores.change({ ...typed, price })
  expect(await stores.save()).toBeNull()
  expect(Object.keys(stores.$problems.get().fields)).toEqual(['price'])
  expect(calls).toEqual([])
})

test('an offer without a language or a subject is asked for one', async () => {
  const { stores, calls } = createStores(() => jsonResponse({}, 201))
  stores.change({ ...typed, languages: [], categories: [] })
  expect(await stores.save()).toBeNull()
  expect(stores.$problems.get().fields).toEqual({
    languages: 'Choose at least one language',
    categories: 'Choose at least one subject'
  })
  expect(calls).toEqual([])
})

test('what the server refuses is shown at its field, and what was typed stays', async () => {
  const { stores } = createStores(() =>
    errorResponse(422, 'invalid', 'price_us_cents is too much', '/data/attributes/price_us_cents')
  )
  stores.change(typed)
  expect(await stores.save()).toBeNull()
  expect(stores.$problems.get().fields).toEqual({ price: 'is too much' })
  expect(stores.$draft.get().name).toBe('A reviewed article')
})

test('a logo that was refused says why', async () => {
  const { stores } = createStores(() => errorResponse(422, 'banner_not_image', 'No picture.'))
  await stores.uploadLogo(new File(['x'], 'x.png'))
  expect(stores.$logoProblem.get()).toEqual({ code: 'banner_not_image', detail: 'No picture.' })
  expect(stores.$isUploading.get()).toBe(false)
})

test('the preview shows the last answer, and says when a newer text could not be read', async () => {
  const tree = [{ kind: 'paragraph', children: [{ kind: 'text', text: 'Bold' }] }]
  const attributes = { description_tree: tree }
  const { stores, calls } = createStores(({ body }) =>
    String(body).includes('deep')
      ? errorResponse(422, 'description_too_complex', 'Too complex', '/data/attributes/description')
      : jsonResponse({ data: { type: 'publication_offer_previews', id: '1', attributes } }, 201)
  )
  const { $preview, load } = stores.preview
  expect($preview.get()).toEqual({ tree: null, problem: null })
  await load('**Bold**')
  await load('**Bold**')
  expect(calls).toHaveLength(1)
  expect($preview.get()).toEqual({ tree, problem: null })
  await load('> deep')
  expect($preview.get()).toMatchObject({ tree, problem: { code: 'description_too_complex' } })
  await Promise.all([load('> deep'), load('**Bold**')])
  expect($preview.get()).toEqual({ tree, problem: null })
})
