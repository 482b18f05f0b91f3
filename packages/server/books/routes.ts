import * as endpoints from '@mille/api/books/endpoints.ts'
import type { Context } from '../context.ts'
import { keptFor } from '../http/answers/kept-for.ts'
import { reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import { readOpenBooks } from './read-open-books.ts'

/**
 * Time in milliseconds for which a process caches the books, so that any number of readers causes few database queries.
 */
const keptMs = 10_000
const forMoment = { 'Cache-Control': 'public, max-age=10' }

/** Call that publishes the totals of the network's money. */
export function openBooksRoutes(serve: Serve, context: Pick<Context, 'db' | 'config'>): void {
  const readKept = keptFor(keptMs, at => readOpenBooks(context, at))

  serve(endpoints.readBooks, null, async ({ context: { now } }) =>
    reply({ data: { type: 'books' as const, id: '1', attributes: await readKept(now()) } }, 200, {
      headers: forMoment
    })
  )
}
