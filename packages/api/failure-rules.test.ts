import { expect, test, vi } from 'vitest'
import type { CallFailure } from './client.ts'
import { createFailureRules } from './failure-rules.ts'

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
  return { rules, redirect, onStatusError }
}

// Failures of reads and of writes that retry. The client has already made the retry.

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
  const { rules, redirect } = start()
  rules.handle(failed(403))
  rules.handle(failed(401))
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
