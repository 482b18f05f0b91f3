import { expect, test } from 'vitest'
import { popupOfHash } from './popup-of-hash.ts'
import { createPopupStores } from './popups.ts'

test.each([
  ['#login-form', 'GET_SIGN_IN_POPUP'],
  ['#!login-form', 'GET_SIGN_IN_POPUP'],
  ['#enter-access-code', 'ENTER_ACCESS_POPUP'],
  ['#!password-reset', 'RESET_PASSWORD_POPUP'],
  ['#create-account', 'CREATE_ACCOUNT']
])('%s opens %s', (hash, name) => {
  expect(popupOfHash(hash)).toEqual({ name })
})

test.each(['', '#', '#main', '#!!login-form', '#login-form-2'])('%j opens nothing', hash => {
  expect(popupOfHash(hash)).toBe(null)
})

test('a popup that is held stays, whatever would close or replace it, and says so', () => {
  const { $popup, $refusals, open, hold, dismiss, close } = createPopupStores()
  open({ name: 'ANONYMOUS_SIGN_UP' })
  hold(true)
  expect(dismiss()).toBe(false)
  open({ name: 'GET_SIGN_IN_POPUP' })
  expect($popup.get()).toEqual({ name: 'ANONYMOUS_SIGN_UP' })
  expect($refusals.get()).toBe(2)
  hold(false)
  expect(dismiss()).toBe(true)
  expect($popup.get()).toBe(null)
  open({ name: 'ANONYMOUS_SIGN_UP' })
  hold(true)
  close()
  open({ name: 'GET_SIGN_IN_POPUP' })
  expect($popup.get()).toEqual({ name: 'GET_SIGN_IN_POPUP' })
})

test('one popup takes the place of another', () => {
  const { $popup, open, close } = createPopupStores()
  open({ name: 'CREATE_ACCOUNT' })
  open({ name: 'CONFIRM_AN_ACCOUNT', email: 'ada@example.com' })
  expect($popup.get()).toEqual({ name: 'CONFIRM_AN_ACCOUNT', email: 'ada@example.com' })
  close()
  expect($popup.get()).toBe(null)
})
