import { createApi } from '@mille/api/client.ts'
import type { OfferDocument } from '@mille/api/marketplace/endpoints.ts'
import { beforeEach, expect, test } from 'vitest'
import { createAdUnitDraftStores } from '../ad-unit-draft/ad-unit-draft.ts'
import { createCampaignDraftStores } from '../campaign-draft/campaign-draft.ts'
import { emptyCampaignDraft } from '../campaign-draft/campaign-rules.ts'
import { createOfferFormStores } from '../marketplace/offer-form.ts'
import { createNewOrderStores } from '../publication-orders/new-order.ts'
import { claimDrafts, clearDrafts } from './draft.ts'
import { createFakeTransport } from './fake-transport.ts'

/** A storage like the browser's, with `length` and `key` as well. */
function createStorage(): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    clear: () => items.clear(),
    key: index => [...items.keys()][index] ?? null,
    getItem: key => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: key => void items.delete(key)
  }
}

let storage: Storage

beforeEach(() => {
  storage = createStorage()
})

const api = createApi({ transport: createFakeTransport(() => new Response()).transport })
const offer = {
  data: {
    id: '7',
    attributes: { included: [], languages: ['en'], categories: [], price_us_cents: 100, logo: null }
  },
  meta: { site_id: '1' }
} as unknown as OfferDocument
const edited = { id: '12', paymentModelId: '1', draft: emptyCampaignDraft }

/** For every store that keeps a draft: types something in it. */
const typists: Record<string, () => void> = {
  campaign: () => {
    const stores = createCampaignDraftStores(api)
    stores.restore(storage)
    stores.change({ link_text: 'Typed' })
  },
  'edited campaign': () => {
    const stores = createCampaignDraftStores(api, edited)
    stores.restore(storage)
    stores.change({ link_text: 'Typed' })
  },
  'ad unit': () => {
    const stores = createAdUnitDraftStores(api)
    stores.restore(storage)
    stores.change({ page_url: 'https://typed.example' })
  },
  offer: () => {
    const stores = createOfferFormStores(api, null)
    stores.restore(storage)
    stores.change({ name: 'Typed' })
  },
  'edited offer': () => {
    const stores = createOfferFormStores(api, offer)
    stores.restore(storage)
    stores.change({ name: 'Typed' })
  },
  order: () => {
    const stores = createNewOrderStores(api, offer)
    stores.restore(storage)
    stores.change({ brief: 'Typed' })
  }
}

test.each(Object.keys(typists))('signing out forgets the draft of: %s', name => {
  typists[name]?.()
  expect(storage.length).toBe(1)
  clearDrafts(storage)
  expect(storage.length).toBe(0)
})

test('signing out keeps what is not a draft', () => {
  storage.setItem('theme', 'dark')
  typists.order?.()
  clearDrafts(storage)
  expect(storage.key(0)).toBe('theme')
})

test('throws drafts away when another account signs in after a session that ended elsewhere', () => {
  claimDrafts(storage, '1')
  typists.order?.()
  expect(claimDrafts(storage, '1')).toBe(false)
  expect(claimDrafts(storage, '2')).toBe(true)
  expect(storage.getItem('draft:orderDraft-7')).toBe(null)
  expect(claimDrafts(storage, '2')).toBe(false)
})

test('keeps what a visitor typed before signing in', () => {
  typists.campaign?.()
  expect(claimDrafts(storage, '1')).toBe(false)
  expect(storage.getItem('draft:campaignDraft')).toContain('Typed')
})
