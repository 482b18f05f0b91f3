import { createApi } from '@mille/api/client.ts'
import { createMemoryStorage } from '@mille/api/csrf.ts'
import { expect, test } from 'vitest'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '../shared/fake-transport.ts'
import { sampleBanner, sampleCampaign, sampleCampaignDocument } from '../shared/sample-documents.ts'
import { checkCampaignStep } from './campaign-checks.ts'
import { createCampaignDraftStores } from './campaign-draft.ts'
import {
  type CampaignDraft,
  campaignAttributes,
  emptyCampaignDraft,
  usualUtm
} from './campaign-rules.ts'
import { draftOfCreative, wizardLanguages } from './stored-creative.ts'

const complete: CampaignDraft = {
  ...emptyCampaignDraft,
  link_text: 'Wallets made in Ghent',
  creative_link: 'example.com/shop',
  creative_text: 'Keys that stay in your pocket.',
  daily_budget: '0.001'
}

function createDraftStores(answer: () => Response) {
  const { transport, calls } = createFakeTransport(answer)
  return { stores: createCampaignDraftStores(createApi({ transport })), calls }
}

test('starts with the defaults of the specification', () => {
  expect(emptyCampaignDraft).toMatchObject({ currency: 'btc', traffic_type: 'cpd', language: 'en' })
  expect(wizardLanguages).toHaveLength(43)
  expect(wizardLanguages).not.toContain('el')
})

test('a step is finished only when the contract has nothing against it', async () => {
  const { stores } = createDraftStores(() => jsonResponse({}))
  expect(await stores.finishStep('creative')).toBe(false)
  expect(Object.keys(stores.$problems.get().fields).sort()).toEqual([
    'creative_link',
    'creative_text',
    'link_text'
  ])
  stores.change({ link_text: 'Wallets' })
  expect(Object.keys(stores.$problems.get().fields).sort()).toEqual([
    'creative_link',
    'creative_text'
  ])
  stores.change(complete)
  expect(await stores.finishStep('creative')).toBe(true)
  expect(stores.$draft.get().reached).toBe(1)
})

test('a call to action that is left empty is the usual one', () => {
  expect(campaignAttributes(complete).creative_action).toBe(null)
  const own = { ...complete, creative_action: 'Try it free' }
  expect(campaignAttributes(own).creative_action).toBe('Try it free')
})

test('what an ad sells is kept as the server stored it, and is nothing if it is not said', () => {
  expect(campaignAttributes(complete).product_category).toBe(null)
  const { attributes } = sampleCampaign('3').creative
  const games = { ...attributes, banners: [], product_category: 'games' as const }
  const stored = { ...complete, ...draftOfCreative({ ...games, id: '1' }) }
  expect(campaignAttributes(stored).product_category).toBe('games')
})

test('UTM parameters that are left empty are not added, and unknown macros are refused', () => {
  const { utm_source, utm_medium } = campaignAttributes({
    ...complete,
    ...usualUtm('ads.example'),
    utm_medium: ' '
  })
  expect({ utm_source, utm_medium }).toEqual({ utm_source: 'ads.example', utm_medium: null })
  expect(checkCampaignStep({ ...complete, ...usualUtm('ads.example') }, 'creative')).toEqual({})
  expect(checkCampaignStep({ ...complete, utm_term: '{city}' }, 'creative').utm_term).toContain(
    'must have no other braces than {campaign}'
  )
})

test('a name that is left empty is none', () => {
  expect(campaignAttributes(complete).name).toBe(null)
  expect(campaignAttributes({ ...complete, name: ' ' }).name).toBe(null)
  expect(checkCampaignStep({ ...complete, name: 'x'.repeat(80) }, 'creative')).toEqual({})
  expect(Object.keys(checkCampaignStep({ ...complete, name: 'x'.repeat(81) }, 'creative'))).toEqual(
    ['name']
  )
})

test('going back does not take away a step that was reached', async () => {
  const { stores } = createDraftStores(() => jsonResponse({}))
  stores.change({ ...complete, reached: 3 })
  await stores.finishStep('creative')
  expect(stores.$draft.get().reached).toBe(3)
})

test.each([
  ['btc', '0.001', '100000'],
  ['satoshi', '100000', '100000'],
  ['usd', '25.5', '2550000000'],
  ['us_cents', '2550', '2550000000']
] as const)('sends %s %s as %s units', (currency, daily_budget, units) => {
  expect(campaignAttributes({ ...complete, currency, daily_budget }).daily_budget).toBe(units)
})

test.each([
  [{ daily_budget: '' }, 'daily_budget'],
  [{ daily_budget: '0' }, 'daily_budget'],
  [{ daily_budget: 'ten' }, 'daily_budget'],
  [{ daily_budget: '0.5', currency: 'satoshi' }, 'daily_budget'],
  [{ daily_budget: '99999999999999' }, 'daily_budget'],
  [{ traffic_type: 'cpm' }, 'max_cpm'],
  [{ traffic_type: 'cpm', max_cpm: '0' }, 'max_cpm'],
  [{ total_budget: '-1' }, 'total_budget']
] as const)('does not take %j as a payment', (patch, field) => {
  expect(Object.keys(checkCampaignStep({ ...complete, ...patch }, 'payment'))).toEqual([field])
})

test('banners only needs a banner', () => {
  const draft = { ...complete, banners_only: true }
  expect(Object.keys(checkCampaignStep(draft, 'banners'))).toEqual(['banner_ids'])
  expect(checkCampaignStep({ ...draft, banners: [sampleBanner('5')] }, 'banners')).toEqual({})
})

test('creates the campaign and forgets the draft', async () => {
  const { stores, calls } = createDraftStores(() => jsonResponse(sampleCampaignDocument('12'), 201))
  const storage = createMemoryStorage()
  stores.restore(storage)
  stores.change({ ...complete, banners: [sampleBanner('5')], rating: 'risky' })
  expect(await stores.submit()).toEqual({ state: 'saved', id: '12' })
  expect(attributesOf(calls[0])).toMatchObject({
    creative_link: 'https://example.com/shop',
    banner_ids: ['5'],
    rating: 'risky',
    daily_budget: '100000',
    max_cpm: null
  })
  expect(storage.getItem('draft:campaignDraft')).toBe(null)
  expect(stores.$draft.get().rating).toBe('risky')
  expect(stores.$isSubmitting.get()).toBe(true)
})

test('an error of the server leads to the step of its field and loses nothing', async () => {
  const { stores } = createDraftStores(() =>
    errorResponse(422, 'invalid', 'creative_link leads nowhere.', '/data/attributes/creative_link')
  )
  const storage = createMemoryStorage()
  stores.restore(storage)
  stores.change(complete)
  expect(await stores.submit()).toEqual({ state: 'refused', step: 'creative' })
  expect(stores.$problems.get().fields).toEqual({ creative_link: 'leads nowhere.' })
  expect(JSON.parse(storage.getItem('draft:campaignDraft') ?? '')).toMatchObject({
    link_text: complete.link_text
  })
})

test('a server that cannot be reached leaves the draft where it is', async () => {
  const { stores } = createDraftStores(() => {
    throw new TypeError('no network')
  })
  stores.change(complete)
  expect(await stores.submit()).toEqual({ state: 'refused', step: 'review' })
  expect(stores.$problems.get().general[0]?.code).toBe('unreachable')
  expect(stores.$draft.get().link_text).toBe(complete.link_text)
})

test('nothing is sent while a step is wrong', async () => {
  const { stores, calls } = createDraftStores(() => jsonResponse({}, 201))
  stores.change({ ...complete, daily_budget: '' })
  expect(await stores.submit()).toEqual({ state: 'refused', step: 'payment' })
  expect(calls).toEqual([])
})

test('refuses in its step an end before the start, and a value that is not a date', () => {
  const check = (dates: Partial<CampaignDraft>) =>
    checkCampaignStep({ ...complete, ...dates }, 'payment')
  const starts_at = '2026-12-04T17:00'
  expect(check({ starts_at, ends_at: '2026-12-04T17:01' })).toEqual({})
  expect(check({ starts_at, ends_at: starts_at })).toEqual({ ends_at: 'must be after the start' })
  expect(check({ ends_at: '?' })).toEqual({ ends_at: 'must be a date and a time' })
})
