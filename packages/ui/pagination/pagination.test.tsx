import { expect, test } from 'vitest'
import { shownPages } from './pagination.tsx'

test.each([
  [1, 2, '1 2'],
  [1, 3, '1 2 3'],
  [2, 4, '1 2 3 4'],
  [1, 12, '1 2 … 12'],
  [3, 12, '1 2 3 4 … 12'],
  [4, 12, '1 2 3 4 5 … 12'],
  [5, 12, '1 … 4 5 6 … 12'],
  [9, 12, '1 … 8 9 10 11 12'],
  [12, 12, '1 … 11 12']
])('page %s of %s shows %s', (page, pageCount, shown) => {
  const text = shownPages(page, pageCount).map(it => (typeof it === 'string' ? '…' : it))
  expect(text.join(' ')).toBe(shown)
})
