import { type Failure, failure } from '../http/answers/reply.ts'

/** What a page does that a thread did not come to the end of, after its address. */
export const tooCostlyPage = 'takes too long to read'

/** Nothing is wrong with the page: others are read before it. */
export function tooManyPages(): Failure {
  const detail = 'Too many pages are being read right now. Try again in a few seconds.'
  return failure('too_many_requests', { detail, retryAfterSeconds: 5 })
}
