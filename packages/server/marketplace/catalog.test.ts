import type { Offer } from '@mille/api/marketplace/endpoints.ts'
import { addOffer } from '@mille/testing/publications.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageQuery } from './catalog-queries.ts'
import { type CatalogFilter, textQuery } from './catalog-rules.ts'

let app: TestApp
let publisher: SignedInBrowser

beforeAll(async () => {
  app = await createTestApp()
  publisher = await app.signIn()
  const add = (name: string, options: Parameters<typeof addOffer>[2]) =>
    addOffer(app.context, publisher, { name, ...options })
  await add('Bread review', { priceUsCents: 100n, languages: ['en'], categories: ['news'] })
  await add('Bread video', { priceUsCents: 200n, type: 'video', languages: ['de', 'en'] })
  await add('Podcast', { priceUsCents: 300n, type: 'video', languages: ['de'] })
  await add('Hidden', { priceUsCents: 400n, state: 'pending' })
  await app.context.db
    .updateTable('publication_offers')
    .set({ promotion_level: 1 })
    .where('name', '=', 'Podcast')
    .execute()
})
afterAll(() => app.close())

type Query = NonNullable<Parameters<SignedInBrowser['api']['marketplace']['listOffers']>[0]>

async function list(query: Query = {}) {
  const found = await app.open().api.marketplace.listOffers(query)
  if (!found.ok) throw new Error(JSON.stringify(found.errors))
  return found.value
}
const names = (offers: readonly Offer[]) => offers.map(it => it.attributes.name)

test.each<[Query, string[]]>([
  [{}, ['Podcast', 'Bread video', 'Bread review']],
  [{ 'filter[publication_offer_type_in]': 'video' }, ['Podcast', 'Bread video']],
  [
    { 'filter[publication_offer_type_in]': 'video,article' },
    ['Podcast', 'Bread video', 'Bread review']
  ],
  [{ 'filter[languages_code_in]': ['de'] }, ['Podcast', 'Bread video']],
  [{ 'filter[categories_name_in]': ['news', 'blogs'] }, ['Bread review']],
  [{ 'filter[promotion_level_eq]': 1 }, ['Podcast']],
  [{ 'filter[price_us_cents_gteq]': 200, 'filter[price_us_cents_lteq]': '200' }, ['Bread video']],
  [{ 'filter[site_domain_name_in]': 'nowhere.example' }, []],
  [{ 'filter[query]': 'bre vid' }, ['Bread video']],
  [{ 'filter[query]': "'; drop table users; -- & | ! :*" }, []],
  [{ 'filter[query]': ' & ' }, ['Podcast', 'Bread video', 'Bread review']],
  [{ sort: 'price_us_cents' }, ['Bread review', 'Bread video', 'Podcast']],
  [{ sort: '-created_at' }, ['Podcast', 'Bread video', 'Bread review']]
])('%j finds %j', async (query, found) => {
  const answer = await list(query)
  expect(names(answer.data)).toEqual(found)
  expect(answer.meta.pagination.records).toBe(found.length)
})

test('a site is found by a part of its name', async () => {
  const [first] = (await list()).data
  const site = first?.attributes.domain_name ?? ''
  const bySite = await list({ 'filter[site_domain_name_in]': site.toUpperCase() })
  expect(names(bySite.data)).toEqual(['Podcast'])
  expect((await list({ 'filter[query]': site.split('.')[0] ?? '' })).data).toHaveLength(1)
})

test('a facet counts with every filter but its own', async () => {
  const { meta } = await list({
    'filter[publication_offer_type_in]': 'video',
    'filter[languages_code_in]': 'en'
  })
  expect(meta.pagination.records).toBe(1)
  expect(meta.facets.publication_offer_type).toEqual([
    { value: 'article', count: 1 },
    { value: 'video', count: 1 }
  ])
  expect(meta.facets.languages).toEqual([
    { value: 'de', count: 2 },
    { value: 'en', count: 1 }
  ])
  expect(meta.facets.categories).toEqual([{ value: 'bitcoin', count: 1 }])
  expect(meta.facets.promotion_level).toEqual([{ value: '0', count: 1 }])
})

test.each([
  'filter[publication_offer_type_in]=poem',
  'filter[languages_code_in]=en&filter[languages_code_in]=xx',
  'filter[categories_name_in]=cooking',
  'filter[price_us_cents_gteq]=-1',
  'filter[promotion_level_eq]=2',
  'sort=id',
  'page[number]=0'
])('%s is refused with its name', async query => {
  const answer = await app
    .open()
    .transport(`/api/v1/publication_offers?${query}`, { method: 'GET' })
  expect(answer.status).toBe(422)
  const { errors } = (await answer.json()) as { errors: { source?: { parameter: string } }[] }
  expect(query).toContain(errors[0]?.source?.parameter ?? 'a parameter')
})

test('one’s own offers are there in every state, for oneself only', async () => {
  const own = await publisher.api.marketplace.listOffers({ 'filter[mine]': '1' })
  expect(own.ok && names(own.value.data)).toEqual([
    'Hidden',
    'Podcast',
    'Bread video',
    'Bread review'
  ])
  expect(await app.open().api.marketplace.listOffers({ 'filter[mine]': '1' })).toMatchObject({
    status: 401
  })
})

test('words become a query of beginnings, whatever is typed', () => {
  expect(textQuery('Brot & Käse!')).toBe('brot:* & käse:*')
  expect(textQuery("':*()<->\\")).toBeNull()
})

const none: CatalogFilter = {
  types: [],
  categories: [],
  languages: [],
  sites: [],
  promotionLevel: null,
  minCents: null,
  maxCents: null,
  words: '',
  sort: null
}

test('ten thousand offers are read by an index, whatever is asked', async () => {
  const { db } = app.context
  await sql`
    insert into publication_offers (user_id, publication_offer_type, state, name, description, domain_name, languages,
      categories, price_us_cents, promotion_level, created_at)
    select ${Number(publisher.userId)}, (array['article', 'video', 'newsletter'])[1 + id % 3], 'live', 'Offer ' || id,
      'Words about number ' || id, 'many' || id % 500 || '.example', array[(array['en', 'de', 'fr', 'ja'])[1 + id % 4]],
      array[(array['bitcoin', 'news', 'blogs', 'business', 'nsfw'])[1 + id % 5]], 100 + id * 7 % 90000,
      (id % 50 = 0)::integer, now()
    from generate_series(1, 10000) as id`.execute(db)
  await sql`analyze publication_offers`.execute(db)
  const asked: Partial<CatalogFilter>[] = [
    {},
    { types: ['video'] },
    { sites: ['many7.example'] },
    { languages: ['ja'], categories: ['nsfw'] },
    { promotionLevel: 1 },
    { minCents: 50_000, maxCents: 51_000 },
    { words: '777' },
    { sort: '-rating' },
    { sort: '-created_at', types: ['article'] }
  ]
  for (const filter of asked) {
    const query = pageQuery({ ...none, ...filter }, { offset: 0, limit: 18 })
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(db)
    const plan = rows.map(row => row['QUERY PLAN']).join('\n')
    expect(plan, JSON.stringify(filter)).toMatch(/Index/)
    expect(plan, JSON.stringify(filter)).not.toMatch(/Seq Scan/)
  }
})
