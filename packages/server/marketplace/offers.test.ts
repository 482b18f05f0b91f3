import type { OfferType } from '@mille/api/constants.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let publisher: number
let other: number

beforeAll(async () => {
  app = await createTestApp()
  publisher = Number((await app.signIn()).userId)
  other = Number((await app.signIn()).userId)
})
afterAll(() => app.close())

type Offer = {
  price?: bigint
  categories?: string[]
  type?: OfferType
  state?: string
  userId?: number
}

async function add(
  name: string,
  {
    price = 100n,
    categories = ['bitcoin'],
    type = 'article',
    state = 'live',
    userId = publisher
  }: Offer = {}
) {
  const { id } = await app.context.db
    .insertInto('publication_offers')
    .values({
      user_id: userId,
      publication_offer_type: type,
      state,
      name,
      description: 'About it',
      domain_name: 'blog.example',
      languages: ['en'],
      categories,
      price_us_cents: price,
      created_at: app.context.now()
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

const clear = () => app.context.db.deleteFrom('publication_offers').execute()
const names = (offers: Array<{ attributes: { name: string } }>) =>
  offers.map(it => it.attributes.name)

test('the preview has the newest three, for any page, without credentials', async () => {
  await clear()
  for (const name of ['one', 'two', 'three', 'four']) await add(name)
  await add('not yet', { state: 'pending' })
  const response = await app
    .open()
    .transport('/api/v1/publication_offers/preview', { method: 'GET' })
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('access-control-allow-credentials')).toBeNull()
  expect(response.headers.get('cache-control')).toBe('public, max-age=60')
  expect(names((await response.json()).data)).toEqual(['four', 'three', 'two'])
  const one = await app.open().api.marketplace.previewOffers({ limit: 1 })
  expect(one.ok && names(one.value.data)).toEqual(['four'])
  expect(await app.open().api.marketplace.previewOffers({ limit: 13 })).toMatchObject({
    ok: false,
    status: 422,
    code: 'invalid'
  })
})

test('the catalog is 18 a page, most expensive first', async () => {
  await clear()
  for (let price = 1n; price <= 20n; price++) await add(`offer ${price}`, { price })
  await add('gone', { state: 'archived', price: 99n })
  const { api } = app.open()
  const first = await api.marketplace.listOffers()
  const second = await api.marketplace.listOffers({ 'page[number]': 2 })
  if (!first.ok || !second.ok) throw new Error('no list')
  expect(first.value.data).toHaveLength(18)
  expect(first.value.data[0]).toEqual({
    type: 'publication_offers',
    id: expect.any(String),
    attributes: {
      name: 'offer 20',
      description: 'About it',
      summary: 'About it',
      publication_offer_type: 'article',
      domain_name: 'blog.example',
      logo: null,
      languages: ['en'],
      categories: ['bitcoin'],
      sites: ['blog.example'],
      state: 'live',
      included: [],
      turnaround_days: 7,
      price_us_cents: 20,
      rating: null,
      ratings_count: 0,
      promotion_level: 0
    }
  })
  expect(names(second.value.data)).toEqual(['offer 2', 'offer 1'])
  expect(first.value.meta.pagination.records).toBe(20)
})

test('an offer comes with three similar ones and three of its publisher', async () => {
  await clear()
  const id = await add('this', { price: 100n, categories: ['bitcoin', 'news'] })
  await add('shares both, far', { price: 900n, categories: ['news', 'bitcoin'], userId: other })
  await add('shares one, near', { price: 110n, userId: other })
  await add('shares one, far', { price: 500n, userId: other })
  await add('shares none, same price', { price: 100n, categories: ['blogs'], userId: other })
  await add('other type', { type: 'video', categories: ['bitcoin', 'news'] })
  await add('waits', { state: 'pending', categories: ['bitcoin', 'news'] })
  const read = await app.open().api.marketplace.readOffer({ id })
  if (!read.ok) throw new Error(read.code)
  expect(read.value.data.attributes.name).toBe('this')
  expect(names(read.value.meta.similar)).toEqual([
    'shares both, far',
    'shares one, near',
    'shares one, far'
  ])
  expect(names(read.value.meta.same_publisher)).toEqual(['other type'])
})

test('an offer that is not live is not found', async () => {
  const id = await add('waits', { state: 'pending' })
  const { api } = app.open()
  expect(await api.marketplace.readOffer({ id })).toMatchObject({
    ok: false,
    status: 404,
    code: 'not_found'
  })
  expect(await api.marketplace.readOffer({ id: '2000000001' })).toMatchObject({
    ok: false,
    code: 'not_found'
  })
  expect(await api.marketplace.readOffer({ id: '0' })).toMatchObject({
    ok: false,
    status: 422,
    code: 'invalid'
  })
})
