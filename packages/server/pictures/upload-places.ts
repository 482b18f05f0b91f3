import { type Failure, failure } from '../http/reply.ts'

/** Five megabytes each, and four seconds for the worst: one picture is decoded at a time, the others wait in memory. */
const maxUploads = 40
let uploads = 0

/** Handles an upload unless as many as there are places for are read or wait for it: then it is refused at once. */
export function inUploadPlace<Call, Answer>(
  handle: (call: Call) => Promise<Answer>
): (call: Call) => Promise<Answer | Failure> {
  return async call => {
    if (uploads === maxUploads) {
      const detail = 'Too many files are read at the moment. Try again in a minute.'
      return failure('too_many_requests', { detail, retryAfterSeconds: 60 })
    }
    uploads++
    try {
      return await handle(call)
    } finally {
      uploads--
    }
  }
}
