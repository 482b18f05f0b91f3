import { expect, test, vi } from 'vitest'
import type { CallFailure } from './client.ts'
import { createFailureRules, type FailureCallbacks } from './failure-rules.ts'

function failed(status: number, codes: string[] = []): CallFailure {
  const errors = codes.map(code => ({ status: String(status), code, title: code, detail: code }))
  return { ok: false, status, code: codes[0] ?? 'internal', errors }
}

function start(signInPath?: () => string) {
  const redirect = vi.fn()
  const onStatusError = vi.fn()
  const rules = createFailureRules({
    redirect,
    onStatusError,
    ...(signInPath ? { signInPath } : {})
  })
  const callbacks = {
    onError: vi.fn(),
    onInvalid: vi.fn(),
    onTooLarge: vi.fn(),
    onAuthenticationRequired: vi.fn()
  } satisfies FailureCallbacks
  return { rules, redirect, onStatusError, callbacks }
}

// Reads, and writes of variant A: the retry has been before, in the client.

test('401 leads to signing in with the flash not_authenticated', () => {
  const { rules, redirect, onStatusError } = start()
  rules.handle(failed(401))
  expect(redirect).toHaveBeenCalledExactlyOnceWith('/user/sign_in?flash=not_authenticated')
  expect(onStatusError).not.toHaveBeenCalled()
})

test('403 leads to the root with the flash not_authorized', () => {
  const { rules, redirect } = start()
  rules.handle(failed(403))
  expect(redirect).toHaveBeenCalledExactlyOnceWith('/?flash=not_authorized')
})

test.each([-1, 404, 413, 422, 429, 500, 503])('%i is a status error', status => {
  const { rules, redirect, onStatusError } = start()
  const failure = failed(status)
  rules.handle(failure)
  expect(onStatusError).toHaveBeenCalledExactlyOnceWith(status, failure)
  expect(redirect).not.toHaveBeenCalled()
})

test('the page is left once, however many calls fail', () => {
  const { rules, redirect, callbacks } = start()
  rules.handle(failed(403))
  rules.handle(failed(401))
  rules.handleBy(failed(401), { onError: callbacks.onError })
  expect(redirect).toHaveBeenCalledTimes(1)
  start().rules.handle(failed(401))
})

test('the way back goes along', () => {
  const { rules, redirect } = start(() => '/user/sign_in?return_to=%2Fcampaigns')
  rules.handle(failed(401))
  expect(redirect).toHaveBeenCalledWith(
    '/user/sign_in?return_to=%2Fcampaigns&flash=not_authenticated'
  )
})

// Writes of variant B.

test('with callbacks, 401 asks for signing in, by default on its page', () => {
  const { rules, redirect, callbacks } = start()
  rules.handleBy(failed(401), callbacks)
  expect(callbacks.onAuthenticationRequired).toHaveBeenCalledOnce()
  expect(redirect).not.toHaveBeenCalled()
  rules.handleBy(failed(401), { onError: callbacks.onError })
  expect(redirect).toHaveBeenCalledExactlyOnceWith('/user/sign_in?flash=not_authenticated')
  expect(callbacks.onError).not.toHaveBeenCalled()
})

test('with callbacks, 413 is too large where that is asked for', () => {
  const { rules, callbacks } = start()
  rules.handleBy(failed(413), callbacks)
  expect(callbacks.onTooLarge).toHaveBeenCalledOnce()
  expect(callbacks.onError).not.toHaveBeenCalled()
  rules.handleBy(failed(413), { onError: callbacks.onError })
  expect(callbacks.onError).toHaveBeenCalledOnce()
})

test('with callbacks, 422 hands over the errors, else it is any error', () => {
  const { rules, callbacks } = start()
  const invalid = failed(422, ['invalid', 'amount_invalid'])
  rules.handleBy(invalid, callbacks)
  expect(callbacks.onInvalid).toHaveBeenCalledExactlyOnceWith({ errors: invalid.errors })
  expect(callbacks.onError).not.toHaveBeenCalled()
  rules.handleBy(invalid, { onError: callbacks.onError })
  rules.handleBy(failed(422), callbacks)
  expect(callbacks.onError).toHaveBeenCalledTimes(2)
})

test.each([-1, 403, 404, 500])('with callbacks, %i is any error', status => {
  const { rules, redirect, onStatusError, callbacks } = start()
  const failure = failed(status)
  rules.handleBy(failure, callbacks)
  expect(callbacks.onError).toHaveBeenCalledExactlyOnceWith(failure)
  expect(redirect).not.toHaveBeenCalled()
  expect(onStatusError).not.toHaveBeenCalled()
})
