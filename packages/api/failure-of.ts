import type { CallFailure } from './client.ts'
import type { ApiError } from './document.ts'

/**
 * A call that failed, with what the server said to it. Status −1 means no answer at all; where an answer with the
 * status of a success failed, it could not be read: something on the way has put a page of its own in its place, for
 * example.
 */
export function failureOf(status: number, errors: ApiError[]): CallFailure {
  return {
    ok: false,
    status,
    code: errors[0]?.code ?? codeOf(status),
    errors
  }
}

function codeOf(status: number): string {
  if (status === -1) return 'unreachable'
  return status < 400 ? 'unreadable' : 'internal'
}
