import { narrowings, readFilter } from '@mille/stores/marketplace/catalog-filter.ts'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { narrowingWords } from './filter-words.ts'
import { Markdown } from './markdown/markdown.tsx'
import { plainWords } from './markdown/plain-words.ts'
import { offerJson } from './offer-data.tsx'

const html = (text: string) => renderToStaticMarkup(createElement(Markdown, { text }))

test('shows the Markdown of an offer', () => {
  const shown = html('**Bold** and [here](https://shop.example/?a=1&b=2)\n\n- one\n- two')
  expect(shown).toContain('<strong>Bold</strong>')
  expect(shown).toContain(
    '<a href="https://shop.example/?a=1&amp;b=2" rel="nofollow ugc noopener noreferrer" target="_blank">here</a>'
  )
  expect(shown).toContain('<li>one</li>')
})

test.each([
  '<img src=x onerror=alert(1)>',
  '![x](https://spy.example/pixel.png)',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt&colon;alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '<https://a.example/"onmouseover="alert(1)>',
  '[x](vbscript:x "onclick=alert(1)")',
  '<script>alert(1)</script>'
])('makes nothing that runs or loads of %j', text => {
  const shown = html(text)
  expect(shown).not.toMatch(/<(img|script|iframe|svg)|href="(?!https?:)|<[^>]*\son\w+=/i)
})

test('data for search engines cannot end its element', () => {
  const attributes = {
    name: '</script><script>alert(1)</script>',
    description: '<!-- <script>',
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

test('a card shows the words of a description without its marks', () => {
  expect(plainWords('## Who\n\n- **we** [write](https://x.example)\n- `code`')).toBe(
    'Who we write code'
  )
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
