import type { CallFailure } from './client.ts'
import type { ApiError } from './document.ts'

/** A call that failed, with what the server said to it. */
export function failureOf(status: number, errors: ApiError[]): CallFailure {
  return {
    ok: false,
    status,
    code: errors[0]?.code ?? (status === -1 ? 'unreachable' : 'internal'),
    errors
  }
}
