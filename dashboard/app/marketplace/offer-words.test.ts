import { narrowings, readFilter } from '@mille/stores/marketplace/catalog-filter.ts'
import { expect, test } from 'vitest'
import { narrowingWords } from './filter-words.ts'
import { offerJson } from './offer-data.tsx'

test('data for search engines cannot end its element', () => {
  const attributes = {
    name: '</script><script>alert(1)</script>',
    summary: '<!-- <script>',
    domain_name: 'blog.example',
    price_us_cents: 4_250,
    rating: 4.5,
    ratings_count: 2,
    logo: null
  }
  const offer = { id: '3', attributes } as Parameters<typeof offerJson>[0]
  const json = offerJson(offer, 'https://ads.example')
  expect(json).not.toMatch(/[<>&]/)
  expect(JSON.parse(json)).toMatchObject({
    name: attributes.name,
    url: 'https://ads.example/marketplace/3',
    offers: { price: '42.50', priceCurrency: 'USD' },
    aggregateRating: { ratingValue: 4.5, reviewCount: 2 }
  })
})

test('what narrows is said in words', () => {
  const filter = readFilter(
    'filter[publication_offer_type_in]=video&filter[languages_code_in]=de&filter[price_us_cents_lteq]=9950&filter[query]=tea'
  )
  expect(narrowings(filter).map(narrowingWords)).toEqual([
    '“tea”',
    'Video',
    'German',
    'up to $99.50'
  ])
})
