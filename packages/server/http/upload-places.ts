import { type Failure, failure } from './reply.ts'

/** Five megabytes each, and four seconds for the worst: one picture is decoded at a time, the others wait in memory. */
const maxUploads = 40
let uploads = 0

/** Handles an upload unless as many as there are places for are read or wait for it: then it is refused at once. */
export function inUploadPlace<Given extends unknown[], Answer>(
  handle: (...given: Given) => Promise<Answer>
): (...given: Given) => Promise<Answer | Failure> {
  return async (...given) => {
    if (uploads === maxUploads) {
      const detail = 'Too many files are being processed right now. Try again in a minute.'
      return failure('too_many_requests', { detail, retryAfterSeconds: 60 })
    }
    uploads++
    try {
      return await handle(...given)
    } finally {
      uploads--
    }
  }
}
