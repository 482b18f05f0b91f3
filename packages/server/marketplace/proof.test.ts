import { expect, test } from 'vitest'
import { findLink } from './find-link.ts'
import { isOnSite } from './proof.ts'

const page = 'https://blog.example/articles/bread'
const target = 'https://shop.example/bread?from=blog'

test.each<[string, string[] | null]>([
  ['<a href="https://shop.example/bread?from=blog">here</a>', []],
  [
    '<a rel="Sponsored  nofollow" href="https://www.shop.example/bread/?from=blog#top">',
    ['sponsored', 'nofollow']
  ],
  ['<a href="http://shop.example/bread?from=blog&amp;x">', null],
  ['<a href="http&#58;//shop.example/bread?from=blog" rel=ugc>', ['ugc']],
  ['<!-- <a href="https://shop.example/bread?from=blog"> -->', null],
  ['<script>"<a href=https://shop.example/bread?from=blog>"</script>', null],
  ['<a href="https://shop.example/">', null],
  ['https://shop.example/bread?from=blog', null]
])('reads the link as a browser does: %s', (html, rel) => {
  expect(findLink(html, page, target)).toEqual(rel)
})

test('finds a link to another page of the same site', () => {
  expect(findLink('<a href="../about">', page, 'https://blog.example/about')).toEqual([])
})

test('a publication is on the offer’s site or a part of it', () => {
  const on = (url: string) => isOnSite(new URL(url), 'blog.example')
  expect(on('https://www.blog.example/x')).toBe(true)
  expect(on('https://news.blog.example/x')).toBe(true)
  expect(on('https://evilblog.example/x')).toBe(false)
  expect(on('https://blog.example.org/x')).toBe(false)
})
