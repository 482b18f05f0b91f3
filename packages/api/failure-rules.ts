import type { CallFailure } from './client.ts'
import { type Flash, paths } from './paths.ts'

export type FailureRuleOptions = {
  /** Leaves the current page for the given path. */
  redirect: (path: string) => void
  /** Called for any other failure of a read or of a write that retries. Status −1 means no network. */
  onStatusError: (status: number, failure: CallFailure) => void
  /** Returns the path of the sign-in page, to which the page may add the way back. */
  signInPath?: () => string
}

/**
 * Creates the handling of failed calls, after the client has replaced a stale authenticity token and retried. Create
 * one per page load: it redirects at most once, so that two failing calls cannot trigger one redirect after another.
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
    /** Handles the failure of a read or of a write that retries. */
    handle(failure: CallFailure): void {
      if (failure.status === 401) signIn()
      else if (failure.status === 403) leave(withFlash(paths.root, 'not_authorized'))
      else onStatusError(failure.status, failure)
    }
  }
}

/** Returns the path with the key of the message that the next page shows. */
function withFlash(path: string, flash: Flash): string {
  return `${path}${path.includes('?') ? '&' : '?'}flash=${flash}`
}
