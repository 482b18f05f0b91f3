import type { CallFailure } from './client.ts'
import type { ErrorDocument } from './document.ts'

/** Callbacks of a write, selected by the status of its failure. */
export type FailureCallbacks = {
  onError: (failure: CallFailure) => void
  onInvalid?: (document: ErrorDocument) => void
  onTooLarge?: () => void
  /** Does nothing by default because the client has already redirected to the sign-in page. */
  onAuthenticationRequired?: () => void
}

/**
 * Calls the callback that matches a write's failure. Before that, the client has already replaced a stale authenticity
 * token and retried.
 */
export function answerFailure(failure: CallFailure, callbacks: FailureCallbacks): void {
  const { status, errors } = failure
  const { onError, onInvalid, onTooLarge, onAuthenticationRequired } = callbacks
  if (status === 401) onAuthenticationRequired?.()
  else if (status === 413 && onTooLarge) onTooLarge()
  else if (status === 422 && onInvalid && errors.length > 0) onInvalid({ errors })
  else onError(failure)
}
