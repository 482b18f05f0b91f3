import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type Books = z.infer<typeof schema.books>['attributes']
export type BooksTotal = Books['totals'][number]
export type BooksReserve = Books['reserves'][number]
export type BooksSettlement = Books['settlements'][number]
export type BooksDocument = z.infer<typeof schema.booksDocument>

export const readBooks = endpoint<Record<never, never>, BooksDocument>({
  method: 'GET',
  path: '/api/v1/books',
  statuses: [200],
  auth: 'public',
  type: 'books',
  errors: [],
  summary:
    'The open books of the network: what publishers were paid, fees, reserves, views, and the last settlements, as totals'
})
