import { type Failure, failure } from '../http/answers/reply.ts'

/** What to say, after its address, of a page that a worker thread could not finish reading. */
export const tooCostlyPage = 'takes too long to read'

/**
 * Returns the failure for a page that cannot be read yet because too many other pages are being read. Nothing is wrong
 * with the page itself.
 */
export function tooManyPages(): Failure {
  const detail = 'Too many pages are being read right now. Try again in a few seconds.'
  return failure('too_many_requests', { detail, retryAfterSeconds: 5 })
}
