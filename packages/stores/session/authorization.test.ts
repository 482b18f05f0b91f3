import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuthorizationStores } from './authorization.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('is unknown, then authorized or not once the current user is loaded', async () => {
  const somebody = await app.signIn()
  const known = createAuthorizationStores(somebody.api)
  expect(known.$authorization.get()).toBe('unknown')
  await known.loadUser()
  expect(known.$authorization.get()).toBe('authorized')
  expect(known.$user.get()?.id).toBe(somebody.userId)
  const nobody = createAuthorizationStores(app.open().api)
  await nobody.loadUser()
  expect(nobody.$authorization.get()).toBe('not authorized')
  expect(nobody.$user.get()).toBe(null)
})

test('signing in is loading, then authorized; a failure takes the user away', async () => {
  const { accessCode, userId } = await app.signIn()
  const stores = createAuthorizationStores(app.open().api)
  const signingIn = stores.signIn(accessCode)
  expect(stores.$authorization.get()).toBe('loading')
  await signingIn
  expect(stores.$authorization.get()).toBe('authorized')
  expect(stores.$user.get()?.id).toBe(userId)
  expect((await stores.signIn('wrong')).ok).toBe(false)
  expect(stores.$authorization.get()).toBe('not authorized')
  expect(stores.$user.get()).toBe(null)
})
