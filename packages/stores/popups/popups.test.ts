import { expect, test } from 'vitest'
import { createPopupStores, popupOfHash } from './popups.ts'

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

test('one popup takes the place of another', () => {
  const { $popup, open, close } = createPopupStores()
  open({ name: 'CREATE_ACCOUNT' })
  open({ name: 'CONFIRM_AN_ACCOUNT', email: 'ada@example.com' })
  expect($popup.get()).toEqual({ name: 'CONFIRM_AN_ACCOUNT', email: 'ada@example.com' })
  close()
  expect($popup.get()).toBe(null)
})
