import { type Failure, failure } from './reply.ts'

/** Returns the failure for too many attempts, with the time to wait. */
export function tooMany(retryAfterSeconds: number): Failure {
  const minutes = Math.ceil(retryAfterSeconds / 60)
  return failure('too_many_requests', {
    retryAfterSeconds,
    detail: `Too many attempts. Please wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
  })
}
