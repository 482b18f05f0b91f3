import type { CallFailure } from './client.ts'
import type { ApiError } from './document.ts'

/**
 * Creates the failure of a call from the server's answer. Status −1 means that there was no answer. A success status
 * means that the answer could not be read, for example because a proxy replaced it with its own page.
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
