import type { Books } from '@mille/api/books/endpoints.ts'
import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import { createFakeTransport, errorResponse, jsonResponse } from '../shared/fake-transport.ts'
import { coveredPercent, createOpenBooksStores } from './open-books.ts'

const nothing = { billable: 0, rejected: {} }
const booksOf = (at: string): Books => ({
  at,
  totals: [],
  reserves: [],
  views: { counted_at: null, today: nothing, last_30_days: nothing },
  settlements: []
})
const answer = (at: string) =>
  jsonResponse({ data: { type: 'books', id: '1', attributes: booksOf(at) } })

test('shows newer books, and keeps what is there when the answer is older or an error', async () => {
  const answers = [
    answer('2026-03-02T10:00:30.000Z'),
    answer('2026-03-02T10:00:20.000Z'),
    errorResponse(500, 'internal')
  ]
  const { transport } = createFakeTransport(() => answers.shift() ?? answer(''))
  const api = createApi({ transport })
  const { $books, refresh } = createOpenBooksStores(api, booksOf('2026-03-02T10:00:00.000Z'))
  for (const _ of [1, 2, 3]) {
    await refresh()
    expect($books.get().at).toBe('2026-03-02T10:00:30.000Z')
  }
})

test('a shortfall is never rounded up to all of it', () => {
  expect(coveredPercent('99999', '100000')).toBe(99.9)
  expect(coveredPercent('100000', '100000')).toBe(100)
  expect(coveredPercent('2500000000000000000', '1000000000000000000')).toBe(250)
  expect(coveredPercent('5', '0')).toBeNull()
})
