import { authenticityTokenPath } from '@mille/api/constants.ts'
import type { AnyEndpoint } from '@mille/api/endpoint.ts'
import type { ErrorCode } from '@mille/api/errors.ts'
import { hasNoSession } from '../callers/cross-origin.ts'
import { lookingAround } from '../callers/look-around.ts'
import { refuseRead, refuseWrite } from '../callers/read-only.ts'
import { viewing } from '../callers/viewing.ts'

/** Returns which kinds of body a call accepts. */
export function canSend(endpoint: AnyEndpoint) {
  const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE'
  const isForm = hasBody && endpoint.multipart !== undefined
  return { isForm, isJson: hasBody && !isForm && endpoint.type !== undefined }
}

/**
 * Returns every error code that a call may respond with: those it declares, and those of the checks before its handler.
 */
export function possibleCodes(endpoint: AnyEndpoint): ErrorCode[] {
  const { isJson, isForm } = canSend(endpoint)
  const isOpen = hasNoSession(endpoint)
  const isWrite = endpoint.method !== 'GET' && !isOpen
  const codes: ErrorCode[] = [...endpoint.errors, 'invalid', 'internal', 'unavailable']
  // For an invalid bearer token, and for an API key whose limit is used up.
  if (!isOpen) codes.push('not_authenticated', 'too_many_requests')
  if (endpoint.auth !== 'public') codes.push('scope_missing')
  if (endpoint.auth === 'admin') codes.push('not_authorized')
  if (isWrite && endpoint.auth === 'user' && !endpoint.whileSuspended)
    codes.push('account_suspended')
  // For strangers who look around in a demonstration, and operators who view an account.
  for (const kind of isOpen ? [] : [lookingAround, viewing]) {
    const isOfOperators = kind === viewing && endpoint.auth === 'admin'
    const refused =
      refuseWrite(kind, endpoint) ?? (isOfOperators ? null : refuseRead(kind, endpoint))
    if (refused) codes.push(refused.code)
  }
  if (endpoint.stepUp) codes.push('step_up_required')
  if (endpoint.stepUp === true) codes.push('passkey_missing')
  if (isWrite) codes.push('foreign_origin')
  if (isWrite && endpoint.path !== authenticityTokenPath) codes.push('csrf_token_invalid')
  if (isJson) codes.push('malformed_json')
  if (isJson || isForm) codes.push('media_type_unsupported', 'body_too_large')
  if (endpoint.idempotency) codes.push('idempotency_key_missing', 'idempotency_key_reused')
  return [...new Set(codes)]
}
