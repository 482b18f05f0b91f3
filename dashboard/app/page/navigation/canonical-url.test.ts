import { expect, test } from 'vitest'
import { canonicalUrl } from './canonical-url.ts'

test.each([
  ['http://localhost:3000', '/', undefined, 'https://localhost:3000/'],
  [
    'https://mille.example/ignored?x#y',
    '/campaigns/new/',
    'en',
    'https://mille.example/campaigns/new/'
  ],
  ['https://mille.example', '/marketplace', 'default', 'https://mille.example/marketplace'],
  ['https://mille.example', '/marketplace', 'pt', 'https://mille.example/pt/marketplace']
])('of %s and %s in %s is %s', (publicUrl, path, language, url) => {
  expect(canonicalUrl(publicUrl, path, language)).toBe(url)
})
