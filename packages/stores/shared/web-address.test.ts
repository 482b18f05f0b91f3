import { expect, test } from 'vitest'
import { completeWebAddress } from './web-address.ts'

test.each([
  ['example.com', 'https://example.com'],
  ['  example.com/a?b#c ', 'https://example.com/a?b#c'],
  ['localhost:3000/blog', 'https://localhost:3000/blog'],
  ['http://example.com', 'http://example.com'],
  ['HTTPS://example.com', 'HTTPS://example.com'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['', '']
])('reads %j as %j', (typed, meant) => {
  expect(completeWebAddress(typed)).toBe(meant)
})
