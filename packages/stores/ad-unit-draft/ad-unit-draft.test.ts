import { createApi } from '@mille/api/client.ts'
import { createMemoryStorage } from '@mille/api/csrf.ts'
import { unitSizes } from '@mille/api/reference-data/banner-sizes.ts'
import { expect, test } from 'vitest'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  type FakeCall,
  jsonResponse
} from '../shared/fake-transport.ts'
import { sampleAdUnit } from '../shared/sample-documents.ts'
import { checkAdUnitStep } from './ad-unit-checks.ts'
import { createAdUnitDraftStores } from './ad-unit-draft.ts'
import { emptyAdUnitDraft, siteCategories, sizesFor } from './ad-unit-rules.ts'

function createStores(answer: (call: FakeCall) => Response) {
  const { transport, calls } = createFakeTransport(answer)
  return { stores: createAdUnitDraftStores(createApi({ transport })), calls }
}

const created = () => jsonResponse({ data: sampleAdUnit('3'), meta: {} }, 201)

test('starts with the defaults of the specification', () => {
  expect(emptyAdUnitDraft).toMatchObject({
    screen_type: 'desktop',
    size: 'Adaptive',
    disallowed_ratings: ['nsfw'],
    ad_type: 'mixed',
    impressions: '1000000'
  })
  expect(siteCategories).toHaveLength(15)
})

test('a wide screen takes every size, a phone those that fit it', () => {
  expect(sizesFor('desktop')).toEqual(unitSizes)
  expect(sizesFor('mobile')).toContain('320x100')
  expect(sizesFor('mobile')).not.toContain('336x280')
})

test('a size that the other screen has no room for becomes adaptive', () => {
  const { stores } = createStores(created)
  stores.change({ size: '728x90' })
  stores.change({ screen_type: 'mobile' })
  expect(stores.$draft.get().size).toBe('Adaptive')
})

test('a site of another account is refused where it is typed', () => {
  const { stores } = createStores(created)
  stores.change({ page_url: 'blog.example', reached: 3 })
  stores.suggest('blog.example', { category_ids: ['10'], language: 'de', is_taken: true })
  expect(stores.$problems.get().fields.page_url).toContain('Another account has verified this site')
  expect(stores.$draft.get()).toMatchObject({ analysed: '', reached: 0, category_ids: [] })
})

test('a site is about something', () => {
  const draft = { ...emptyAdUnitDraft, page_url: 'blog.example' }
  expect(checkAdUnitStep(draft, 'categories')).toEqual({
    category_ids: 'Choose at least one subject'
  })
  expect(checkAdUnitStep({ ...draft, category_ids: ['10'] }, 'categories')).toEqual({})
})

test.each([
  '',
  'ftp://example.com',
  'https://',
  'https://user:secret@example.com',
  'nodebox',
  'not a url',
  'https://not%20a%20url'
])('does not take %j as a page', page_url => {
  expect(Object.keys(checkAdUnitStep({ ...emptyAdUnitDraft, page_url }, 'page'))).toEqual([
    'page_url'
  ])
})

test.each([
  ['1,000,000', true],
  ['1 000', true],
  ['many', false],
  ['-1', false]
])('reads %j views a month: %s', (impressions, isGood) => {
  const draft = { ...emptyAdUnitDraft, page_url: 'example.com', impressions }
  expect(Object.keys(checkAdUnitStep(draft, 'impressions'))).toEqual(isGood ? [] : ['impressions'])
})

test('adds the site, then the unit, and forgets the draft', async () => {
  const { stores, calls } = createStores(({ path }) =>
    path.endsWith('/sites') ? jsonResponse({}, 200) : created()
  )
  const storage = createMemoryStorage()
  stores.restore(storage)
  stores.change({ page_url: 'blog.example/post', category_ids: ['10'], size: '300x250' })
  expect(await stores.submit()).toEqual({ state: 'created', id: '3' })
  expect(calls.map(call => call.path)).toEqual(['/api/v1/sites', '/api/v1/ad_units'])
  expect(attributesOf(calls[0])).toEqual({
    page_url: 'https://blog.example/post',
    language: 'en',
    category_ids: ['10']
  })
  expect(attributesOf(calls[1])).toMatchObject({
    page_url: 'https://blog.example/post',
    size: '300x250'
  })
  expect(storage.getItem('draft:adUnitDraft')).toBe(null)
  // The wizard stays on its last step, and busy, until the ad unit's page is loaded.
  expect(stores.$draft.get().page_url).not.toBe('')
  expect(stores.$draft.get().reached).toBeGreaterThan(0)
  expect(stores.$isSubmitting.get()).toBe(true)
})

test('a site of another account leads back to the page step', async () => {
  const { stores, calls } = createStores(() =>
    errorResponse(
      422,
      'site_taken',
      'The site belongs to another account.',
      '/data/attributes/page_url'
    )
  )
  stores.change({ page_url: 'blog.example', category_ids: ['10'] })
  expect(await stores.submit()).toEqual({ state: 'refused', step: 'page' })
  expect(calls).toHaveLength(1)
  expect(stores.$draft.get().page_url).toBe('blog.example')
})

test('a unit without a site adds none', async () => {
  const { stores, calls } = createStores(created)
  stores.change({ page_url: 'blog.example', ad_unit_type: 'app', category_ids: ['10'] })
  expect(await stores.submit()).toEqual({ state: 'created', id: '3' })
  expect(calls.map(call => call.path)).toEqual(['/api/v1/ad_units'])
  expect(attributesOf(calls[0])).toMatchObject({ kind: 'app' })
})

test('takes over what was found on the page, and leaves what was chosen', () => {
  const { stores } = createStores(created)
  stores.suggest('blog.example', { category_ids: ['10'], language: 'de', is_taken: false })
  expect(stores.$draft.get()).toMatchObject({
    analysed: 'blog.example',
    category_ids: ['10'],
    language: 'de'
  })
  stores.change({ category_ids: ['10', '3'] })
  stores.suggest('other.example', { category_ids: ['101'], language: null, is_taken: false })
  expect(stores.$draft.get()).toMatchObject({ category_ids: ['10', '3'], language: 'de' })
})

test('replaces the subjects of one page by those of another', () => {
  const { stores } = createStores(created)
  stores.suggest('blog.example', { category_ids: ['10'], language: 'de', is_taken: false })
  stores.suggest('other.example', { category_ids: ['101'], language: 'en', is_taken: false })
  expect(stores.$draft.get()).toMatchObject({ category_ids: ['101'], language: 'en' })
})

test('refuses an unfinished color, keeps it as typed, and never sends it', async () => {
  const { stores, calls } = createStores(({ path }) =>
    path.endsWith('/sites') ? jsonResponse({}, 200) : created()
  )
  stores.change({ page_url: 'blog.example', category_ids: ['10'] })
  stores.changeColor('title', '#1a2b3c')
  stores.changeColor('link', '#1a')
  expect(stores.finishLook()).toBe(false)
  expect(stores.$problems.get().fields).toEqual({ link: 'is not a color such as #1a2b3c' })
  expect(stores.$attempt.get()).toBe(1)
  expect(stores.$draft.get().settings.color).toEqual({ title: '#1a2b3c', link: '#1a' })
  await stores.submit()
  expect(attributesOf(calls[1])).toHaveProperty('settings.color', { title: '#1a2b3c' })
  stores.changeColor('link', '')
  expect(stores.finishLook()).toBe(true)
})

test('creates one unit however often it is pressed', async () => {
  const { stores, calls } = createStores(({ path }) =>
    path.endsWith('/sites') ? jsonResponse({}, 200) : created()
  )
  stores.change({ page_url: 'blog.example', category_ids: ['10'] })
  await Promise.all([stores.submit(), stores.submit()])
  expect(calls.map(call => call.path)).toEqual(['/api/v1/sites', '/api/v1/ad_units'])
})
