import type { CallResult } from '@mille/api/client.ts'
import type { Offer, OfferPreview } from '@mille/api/marketplace/endpoints.ts'
import { expect, test } from 'vitest'
import { createPreviewStores, type LoadPreview, type PreviewState } from './preview.ts'

const offer = { type: 'publication_offers', id: '7', attributes: { name: 'A long read' } } as Offer
const meta = { styles: null }

test('goes from loading to the offers, as many as were asked for', async () => {
  const limits: number[] = []
  const stores = createPreviewStores(
    async limit => {
      limits.push(limit)
      return { ok: true, status: 200, value: { data: [offer], meta } }
    },
    { limit: 3 }
  )
  const states: PreviewState[] = []
  stores.$preview.subscribe(it => void states.push(it))
  await stores.loadOffers()

  expect(limits).toEqual([3])
  expect(states.at(0)).toEqual({ status: 'loading' })
  expect(states.at(-1)).toEqual({ status: 'loaded', offers: [offer] })
})

test('says that it failed, and loads again when asked to', async () => {
  const answers: CallResult<OfferPreview>[] = [
    { ok: false, status: -1, code: 'unreachable', errors: [] },
    { ok: true, status: 200, value: { data: [], meta } }
  ]
  const stores = createPreviewStores(
    async () => answers.shift() ?? Promise.reject(new Error('asked too often')),
    { limit: 3 }
  )
  await stores.loadOffers()
  expect(stores.$preview.get()).toEqual({ status: 'failed' })

  await stores.loadOffers()
  expect(stores.$preview.get()).toEqual({ status: 'loaded', offers: [] })
})

test('starts with what the server has read', () => {
  const stores = createPreviewStores(() => Promise.reject(new Error('not asked')), {
    limit: 3,
    loaded: [offer]
  })
  expect(stores.$preview.get()).toEqual({ status: 'loaded', offers: [offer] })
})

test('says that it failed when the server could not read them, and loads when asked to', async () => {
  const stores = createPreviewStores(
    async () => ({ ok: true, status: 200, value: { data: [offer], meta } }),
    { limit: 3, loaded: null }
  )
  expect(stores.$preview.get()).toEqual({ status: 'failed' })
  await stores.loadOffers()
  expect(stores.$preview.get()).toEqual({ status: 'loaded', offers: [offer] })
})

test('two instances share nothing', async () => {
  const load: LoadPreview = async () => ({
    ok: false,
    status: 503,
    code: 'unavailable',
    errors: []
  })
  const one = createPreviewStores(load, { limit: 1 })
  const other = createPreviewStores(load, { limit: 2 })
  await one.loadOffers()
  expect(other.$preview.get()).toEqual({ status: 'loading' })
})
