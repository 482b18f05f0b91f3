import { expect, test, vi } from 'vitest'
import { answerFailure, type FailureCallbacks } from './answer-failure.ts'
import type { CallFailure } from './client.ts'

function failed(status: number, codes: string[] = []): CallFailure {
  const errors = codes.map(code => ({ status: String(status), code, title: code, detail: code }))
  return { ok: false, status, code: codes[0] ?? 'internal', errors }
}

const all = () =>
  ({
    onError: vi.fn(),
    onInvalid: vi.fn(),
    onTooLarge: vi.fn(),
    onAuthenticationRequired: vi.fn()
  }) satisfies FailureCallbacks

test('with callbacks, 401 asks for signing in, and by default leaves that to the client', () => {
  const callbacks = all()
  answerFailure(failed(401), callbacks)
  expect(callbacks.onAuthenticationRequired).toHaveBeenCalledOnce()
  answerFailure(failed(401), { onError: callbacks.onError })
  expect(callbacks.onError).not.toHaveBeenCalled()
})

test('with callbacks, 413 is too large where that is asked for', () => {
  const callbacks = all()
  answerFailure(failed(413), callbacks)
  expect(callbacks.onTooLarge).toHaveBeenCalledOnce()
  expect(callbacks.onError).not.toHaveBeenCalled()
  answerFailure(failed(413), { onError: callbacks.onError })
  expect(callbacks.onError).toHaveBeenCalledOnce()
})

test('with callbacks, 422 hands over the errors, else it is any error', () => {
  const callbacks = all()
  const invalid = failed(422, ['invalid', 'amount_invalid'])
  answerFailure(invalid, callbacks)
  expect(callbacks.onInvalid).toHaveBeenCalledExactlyOnceWith({ errors: invalid.errors })
  expect(callbacks.onError).not.toHaveBeenCalled()
  answerFailure(invalid, { onError: callbacks.onError })
  answerFailure(failed(422), callbacks)
  expect(callbacks.onError).toHaveBeenCalledTimes(2)
})

test.each([-1, 403, 404, 500])('with callbacks, %i is any error', status => {
  const callbacks = all()
  const failure = failed(status)
  answerFailure(failure, callbacks)
  expect(callbacks.onError).toHaveBeenCalledExactlyOnceWith(failure)
})
