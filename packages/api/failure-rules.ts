import type { CallFailure } from './client.ts'
import { type Flash, paths } from './constants.ts'

export type FailureRuleOptions = {
  /** Leaves the page for that one. */
  redirect: (path: string) => void
  /** Any other failure of a read or a retrying write; −1 where there is no network. */
  onStatusError: (status: number, failure: CallFailure) => void
  /** Where to sign in; the page may add the way back. */
  signInPath?: () => string
}

/**
 * What follows a failed call; a stale authenticity token has been replaced and the call repeated before. Make one for
 * each page load: the page is left at most once, so that two failing calls cannot chase each other.
 */
export function createFailureRules({ redirect, onStatusError, signInPath }: FailureRuleOptions) {
  let isLeaving = false

  function leave(path: string) {
    if (isLeaving) return
    isLeaving = true
    redirect(path)
  }

  function signIn() {
    leave(withFlash(signInPath?.() ?? paths.signIn, 'not_authenticated'))
  }

  return {
    /** Of a read, or of a write that retries. */
    handle(failure: CallFailure): void {
      if (failure.status === 401) signIn()
      else if (failure.status === 403) leave(withFlash(paths.root, 'not_authorized'))
      else onStatusError(failure.status, failure)
    }
  }
}

/** The path with the key of the words that the next page shows. */
function withFlash(path: string, flash: Flash): string {
  return `${path}${path.includes('?') ? '&' : '?'}flash=${flash}`
}
