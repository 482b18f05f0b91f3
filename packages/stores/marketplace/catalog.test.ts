import { createApi } from '@mille/api/client.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFakeTransport, jsonResponse } from '../shared/fake-transport.ts'
import { createCatalogStores } from './catalog.ts'
import {
  catalogQuery,
  changeFilter,
  emptyFilter,
  narrowings,
  readFilter,
  writeFilter
} from './catalog-filter.ts'

const facets = {
  publication_offer_type: [],
  languages: [],
  categories: [],
  sites: [],
  promotion_level: []
}
const list = (records: number) => ({ data: [], meta: { pagination: { records }, facets } })

function createStores(queryString: string, records = 100) {
  const { transport } = createFakeTransport(() => jsonResponse({}))
  const changes: string[] = []
  const stores = createCatalogStores(createApi({ transport }), {
    queryString,
    list: list(records),
    onChange: query => void changes.push(query)
  })
  return { stores, changes }
}

test('a filter is restored from its query string', () => {
  const text =
    'filter[publication_offer_type_in]=video,article&filter[languages_code_in]=de&filter[languages_code_in]=en' +
    '&filter[price_us_cents_gteq]=500&filter[promotion_level_eq]=1&sort=-rating&page[number]=3'
  expect(readFilter(text)).toEqual({
    ...emptyFilter,
    types: ['video', 'article'],
    languages: ['de', 'en'],
    priceMin: 500,
    hotOffers: true,
    sortBy: '-rating',
    page: 3
  })
})

test.each([
  '',
  'page[number]=0',
  'page[number]=-1&sort=id',
  'filter[publication_offer_type_in]=poem&filter[languages_code_in]=xx',
  'filter[price_us_cents_gteq]=1e9&filter[price_us_cents_lteq]=-5',
  '%%%&=&&=1'
])('what is impossible in %j is left out', text => {
  expect(readFilter(text)).toEqual(emptyFilter)
})

test('writing and reading a filter gives the same', () => {
  const filters = fc.record({
    types: fc.uniqueArray(fc.constantFrom('article', 'video', 'newsletter' as const)),
    categories: fc.uniqueArray(fc.constantFrom('news', 'bitcoin')),
    languages: fc.uniqueArray(fc.constantFrom('en', 'de', 'zh')),
    sites: fc.uniqueArray(fc.constantFrom('a.example', 'b.example:8080')),
    priceMin: fc.option(fc.integer({ min: 0, max: 10 ** 9 })),
    priceMax: fc.option(fc.integer({ min: 0, max: 10 ** 9 })),
    hotOffers: fc.boolean(),
    words: fc.string({ maxLength: 50, unit: 'grapheme' }).map(it => it.trim()),
    sortBy: fc.option(fc.constantFrom('-rating', 'relevance' as const)),
    isPreview: fc.boolean(),
    page: fc.integer({ min: 1, max: 9_999 })
  })
  fc.assert(
    fc.property(filters, filter => {
      expect(readFilter(writeFilter(filter as typeof emptyFilter))).toEqual(filter)
    })
  )
})

test('a changed filter goes back to the first page, another page does not', () => {
  const { stores, changes } = createStores('page[number]=4&filter[query]=bread')
  stores.toggle('types', 'video')
  expect(stores.$filter.get()).toMatchObject({ types: ['video'], page: 1, words: 'bread' })
  expect(readFilter(stores.pageQuery(2))).toMatchObject({ types: ['video'], page: 2 })
  stores.toggle('types', 'video')
  expect(changes.map(readFilter)).toMatchObject([{ types: ['video'] }, { types: [] }])
  expect(changeFilter({ ...emptyFilter, page: 4 }, { sortBy: '-rating' }).page).toBe(1)
})

test('clearing keeps the order', () => {
  const { stores, changes } = createStores('sort=-rating&filter[query]=bread&page[number]=2')
  stores.clear()
  expect(changes).toEqual(['sort=-rating'])
})

test('each thing that narrows can be taken away by itself', () => {
  const filter = readFilter('filter[query]=x&filter[languages_code_in]=de,en&sort=-rating')
  expect(narrowings(filter).map(it => [it.name, it.value])).toEqual([
    ['words', 'x'],
    ['languages', 'de'],
    ['languages', 'en']
  ])
  expect(narrowings(filter)[1]?.without).toEqual({ ...filter, languages: ['en'] })
})

test('there are as many pages as 18 offers a page make', () => {
  expect(createStores('', 37).stores.$pageCount.get()).toBe(3)
  expect(createStores('preview=1', 37).stores.$pageCount.get()).toBe(1)
})

test('the call is asked by its own names', () => {
  expect(catalogQuery(readFilter('filter[categories_name_in]=news&page[number]=2'))).toEqual({
    'filter[categories_name_in]': 'news',
    'page[number]': '2'
  })
})
