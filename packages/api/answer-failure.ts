import type { CallFailure } from './client.ts'
import type { ErrorDocument } from './document.ts'

/** What a write with callbacks calls, by the status of its failure. */
export type FailureCallbacks = {
  onError: (failure: CallFailure) => void
  onInvalid?: (document: ErrorDocument) => void
  onTooLarge?: () => void
  /** By default nothing: the client's own rule has left for the sign-in page by then. */
  onAuthenticationRequired?: () => void
}

/** Tells a write what its failure means for it; a stale authenticity token has been replaced and the call repeated before. */
export function answerFailure(failure: CallFailure, callbacks: FailureCallbacks): void {
  const { status, errors } = failure
  const { onError, onInvalid, onTooLarge, onAuthenticationRequired } = callbacks
  if (status === 401) onAuthenticationRequired?.()
  else if (status === 413 && onTooLarge) onTooLarge()
  else if (status === 422 && onInvalid && errors.length > 0) onInvalid({ errors })
  else onError(failure)
}
